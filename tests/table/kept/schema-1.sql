BEGIN TRANSACTION;
CREATE TABLE changes (
        table_id TEXT NOT NULL REFERENCES tables (id), rev INTEGER NOT NULL,
        who TEXT NOT NULL, ref TEXT NOT NULL, made TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, rev), UNIQUE (table_id, who, ref));
INSERT INTO "changes" VALUES('kept-anzio',1,'ann','r0','2026-01-01T00:00:00.000+00:00','{"start":0,"entries":[["played","allied","place","AL-509",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',2,'ann','r1','2026-01-01T00:01:00.000+00:00','{"start":1,"entries":[["played","allied","at","1009",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',3,'ann','r2','2026-01-01T00:02:00.000+00:00','{"start":2,"entries":[["played","allied","place","AL-3US-A",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',4,'ann','r3','2026-01-01T00:03:00.000+00:00','{"start":3,"entries":[["played","allied","at","0910",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',5,'ann','r4','2026-01-01T00:04:00.000+00:00','{"start":4,"entries":[["played","allied","place","AL-1UK-B",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',6,'ann','r5','2026-01-01T00:05:00.000+00:00','{"start":5,"entries":[["played","allied","at","0307",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',7,'ann','r6','2026-01-01T00:06:00.000+00:00','{"start":6,"entries":[["played","allied","place","AL-CDO",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',8,'ann','r7','2026-01-01T00:07:00.000+00:00','{"start":7,"entries":[["played","allied","at","0307",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',9,'ann','r8','2026-01-01T00:08:00.000+00:00','{"start":8,"entries":[["played","allied","place","AL-3US-B",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',10,'ann','r9','2026-01-01T00:09:00.000+00:00','{"start":9,"entries":[["played","allied","at","1009",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',11,'ann','r10','2026-01-01T00:10:00.000+00:00','{"start":10,"entries":[["played","allied","place","AL-1UK-A",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',12,'ann','r11','2026-01-01T00:11:00.000+00:00','{"start":11,"entries":[["played","allied","at","0307",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',13,'ann','r12','2026-01-01T00:12:00.000+00:00','{"start":12,"entries":[["played","allied","default","",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',14,'ann','r13','2026-01-01T00:13:00.000+00:00','{"start":13,"entries":[["played","german","place","GE-71-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',15,'ann','r14','2026-01-01T00:14:00.000+00:00','{"start":14,"entries":[["played","german","at","0101",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',16,'ann','r15','2026-01-01T00:15:00.000+00:00','{"start":15,"entries":[["played","german","place","GE-65-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',17,'ann','r16','2026-01-01T00:16:00.000+00:00','{"start":16,"entries":[["played","german","at","0101",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',18,'ann','r17','2026-01-01T00:17:00.000+00:00','{"start":17,"entries":[["played","german","place","GE-HG-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',19,'ann','r18','2026-01-01T00:18:00.000+00:00','{"start":18,"entries":[["played","german","at","1101",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',20,'ann','r19','2026-01-01T00:19:00.000+00:00','{"start":19,"entries":[["played","german","place","GE-4PARA-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',21,'ann','r20','2026-01-01T00:20:00.000+00:00','{"start":20,"entries":[["played","german","at","1601",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',22,'ann','r21','2026-01-01T00:21:00.000+00:00','{"start":21,"entries":[["played","german","place","GE-65-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',23,'ann','r22','2026-01-01T00:22:00.000+00:00','{"start":22,"entries":[["played","german","at","0501",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',24,'ann','r23','2026-01-01T00:23:00.000+00:00','{"start":23,"entries":[["played","german","place","GE-4PARA-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',25,'ann','r24','2026-01-01T00:24:00.000+00:00','{"start":24,"entries":[["played","german","at","1601",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',26,'ann','r25','2026-01-01T00:25:00.000+00:00','{"start":25,"entries":[["played","german","place","GE-26PZ-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',27,'ann','r26','2026-01-01T00:26:00.000+00:00','{"start":26,"entries":[["played","german","at","1101",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',28,'ann','r27','2026-01-01T00:27:00.000+00:00','{"start":27,"entries":[["played","german","place","GE-3PZG-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',29,'ann','r28','2026-01-01T00:28:00.000+00:00','{"start":28,"entries":[["played","german","at","0501",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',30,'ann','r29','2026-01-01T00:29:00.000+00:00','{"start":29,"entries":[["played","german","place","GE-3PZG-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',31,'ann','r30','2026-01-01T00:30:00.000+00:00','{"start":30,"entries":[["played","german","at","1601",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',32,'ann','r31','2026-01-01T00:31:00.000+00:00','{"start":31,"entries":[["played","german","place","GE-26PZ-A",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',33,'ann','r32','2026-01-01T00:32:00.000+00:00','{"start":32,"entries":[["played","german","at","1001",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',34,'ann','r33','2026-01-01T00:33:00.000+00:00','{"start":33,"entries":[["played","german","place","GE-HG-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',35,'ann','r34','2026-01-01T00:34:00.000+00:00','{"start":34,"entries":[["played","german","at","0501",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',36,'ann','r35','2026-01-01T00:35:00.000+00:00','{"start":35,"entries":[["played","german","place","GE-71-B",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',37,'ann','r36','2026-01-01T00:36:00.000+00:00','{"start":36,"entries":[["played","german","at","1601",true],["rolled",0,2,6,"7.0","the weather","allied",false],["rolled",1,5,6,"11.1","the bombardment of the beachhead","german",false],["rolled",2,6,6,"8.1","the initiative","allied",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-anzio',38,'ann','r37','2026-01-01T00:37:00.000+00:00','{"start":40,"entries":[["played","allied","move","AL-RGR",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',39,'ann','r38','2026-01-01T00:38:00.000+00:00','{"start":41,"entries":[["played","allied","to","0909",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',40,'ann','r39','2026-01-01T00:39:00.000+00:00','{"start":42,"entries":[["played","allied","to","0808",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',41,'ann','r40','2026-01-01T00:40:00.000+00:00','{"start":43,"entries":[["played","allied","to","0908",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',42,'ann','r41','2026-01-01T00:41:00.000+00:00','{"start":44,"entries":[["played","allied","move","AL-CDO",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',43,'ann','r42','2026-01-01T00:42:00.000+00:00','{"start":45,"entries":[["played","allied","to","0308",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',44,'ann','r43','2026-01-01T00:43:00.000+00:00','{"start":46,"entries":[["played","allied","to","0407",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',45,'ann','r44','2026-01-01T00:44:00.000+00:00','{"start":47,"entries":[["played","allied","to","0308",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',46,'ann','r45','2026-01-01T00:45:00.000+00:00','{"start":48,"entries":[["played","allied","move","AL-1UK-A",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',47,'ann','r46','2026-01-01T00:46:00.000+00:00','{"start":49,"entries":[["played","allied","to","0407",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',48,'ann','r47','2026-01-01T00:47:00.000+00:00','{"start":50,"entries":[["played","allied","to","0308",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',49,'ann','r48','2026-01-01T00:48:00.000+00:00','{"start":51,"entries":[["played","allied","stay","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',50,'ann','r49','2026-01-01T00:49:00.000+00:00','{"start":52,"entries":[["played","allied","move","AL-3US-B",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',51,'ann','r50','2026-01-01T00:50:00.000+00:00','{"start":53,"entries":[["played","allied","to","1109",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',52,'ann','r51','2026-01-01T00:51:00.000+00:00','{"start":54,"entries":[["played","allied","to","1110",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',53,'ann','r52','2026-01-01T00:52:00.000+00:00','{"start":55,"entries":[["played","allied","stay","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',54,'ann','r53','2026-01-01T00:53:00.000+00:00','{"start":56,"entries":[["played","allied","move","AL-509",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',55,'ann','r54','2026-01-01T00:54:00.000+00:00','{"start":57,"entries":[["played","allied","to","1010",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',56,'ann','r55','2026-01-01T00:55:00.000+00:00','{"start":58,"entries":[["played","allied","stay","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',57,'ann','r56','2026-01-01T00:56:00.000+00:00','{"start":59,"entries":[["played","allied","move","AL-504",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',58,'ann','r57','2026-01-01T00:57:00.000+00:00','{"start":60,"entries":[["played","allied","to","1109",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',59,'ann','r58','2026-01-01T00:58:00.000+00:00','{"start":61,"entries":[["played","allied","to","1009",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-anzio',60,'ann','r59','2026-01-01T00:59:00.000+00:00','{"start":62,"entries":[["played","allied","to","1010",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',1,'ann','r0','2026-01-01T00:00:00.000+00:00','{"start":0,"entries":[["played","allied","invade","Red",false],["rolled",0,2,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',2,'ann','r1','2026-01-01T00:01:00.000+00:00','{"start":2,"entries":[["played","allied","invade","Commandos",false],["rolled",1,5,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',3,'ann','r2','2026-01-01T00:02:00.000+00:00','{"start":4,"entries":[["played","allied","advance","BR-2Cdo",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',4,'ann','r3','2026-01-01T00:03:00.000+00:00','{"start":5,"entries":[["played","allied","to","2506",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',5,'ann','r4','2026-01-01T00:04:00.000+00:00','{"start":6,"entries":[["played","allied","done","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',6,'ann','r5','2026-01-01T00:05:00.000+00:00','{"start":7,"entries":[["played","allied","invade","Blue",false],["rolled",2,6,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',7,'ann','r6','2026-01-01T00:06:00.000+00:00','{"start":9,"entries":[["played","allied","advance","US-36-bn141",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',8,'ann','r7','2026-01-01T00:07:00.000+00:00','{"start":10,"entries":[["played","allied","to","2717",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',9,'ann','r8','2026-01-01T00:08:00.000+00:00','{"start":11,"entries":[["played","allied","done","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',10,'ann','r9','2026-01-01T00:09:00.000+00:00','{"start":12,"entries":[["played","allied","invade","Sugar",false],["rolled",3,6,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',11,'ann','r10','2026-01-01T00:10:00.000+00:00','{"start":14,"entries":[["played","allied","done","",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',12,'ann','r11','2026-01-01T00:11:00.000+00:00','{"start":15,"entries":[["played","allied","invade","Rangers",false],["rolled",4,4,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',13,'ann','r12','2026-01-01T00:12:00.000+00:00','{"start":17,"entries":[["played","allied","advance","US-Rgr-1",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',14,'ann','r13','2026-01-01T00:13:00.000+00:00','{"start":18,"entries":[["played","allied","to","2306",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',15,'ann','r14','2026-01-01T00:14:00.000+00:00','{"start":19,"entries":[["played","allied","advance","US-Rgr-3",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',16,'ann','r15','2026-01-01T00:15:00.000+00:00','{"start":20,"entries":[["played","allied","to","2408",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',17,'ann','r16','2026-01-01T00:16:00.000+00:00','{"start":21,"entries":[["played","allied","advance","US-Rgr-4",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',18,'ann','r17','2026-01-01T00:17:00.000+00:00','{"start":22,"entries":[["played","allied","to","2306",true]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',19,'ann','r18','2026-01-01T00:18:00.000+00:00','{"start":23,"entries":[["played","allied","invade","Roger",false],["rolled",5,2,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',20,'ann','r19','2026-01-01T00:19:00.000+00:00','{"start":25,"entries":[["played","allied","invade","Uncle",false],["rolled",6,2,6,"24.2.1","the landing","allied",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',21,'ann','r20','2026-01-01T00:20:00.000+00:00','{"start":27,"entries":[["played","allied","lose","BR-40RTR",false]],"side":"allied"}');
INSERT INTO "changes" VALUES('kept-salerno43',22,'ann','r21','2026-01-01T00:21:00.000+00:00','{"start":28,"entries":[["played","german","place","GE-1FJ-I3",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-salerno43',23,'ann','r22','2026-01-01T00:22:00.000+00:00','{"start":29,"entries":[["played","german","at","S3",true]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-salerno43',24,'ann','r23','2026-01-01T00:23:00.000+00:00','{"start":30,"entries":[["played","german","place","GE-HG-rec",false]],"side":"german"}');
INSERT INTO "changes" VALUES('kept-salerno43',25,'ann','r24','2026-01-01T00:24:00.000+00:00','{"start":31,"entries":[["played","german","at","N2",true]],"side":"german"}');
CREATE TABLE chats (
        table_id TEXT NOT NULL REFERENCES tables (id), n INTEGER NOT NULL, who TEXT NOT NULL,
        ref TEXT NOT NULL, made TEXT NOT NULL, side TEXT NOT NULL, body TEXT NOT NULL,
        PRIMARY KEY (table_id, n), UNIQUE (table_id, who, ref));
INSERT INTO "chats" VALUES('kept-anzio',0,'ann','c0','2026-01-01T00:01:00.000+00:00','allied','hello');
INSERT INTO "chats" VALUES('kept-salerno43',0,'ann','c0','2026-01-01T00:01:00.000+00:00','allied','hello');
CREATE TABLE holds (
        browser TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL,
        PRIMARY KEY (browser, table_id, side));
INSERT INTO "holds" VALUES('b2f5cd0a5bcb2f80dfa51ae4684b0599e4500e81dc96f0c759543618f6113dff','kept-anzio','allied');
INSERT INTO "holds" VALUES('b2f5cd0a5bcb2f80dfa51ae4684b0599e4500e81dc96f0c759543618f6113dff','kept-salerno43','allied');
CREATE TABLE offers (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), rev INTEGER NOT NULL, who TEXT NOT NULL,
        ref TEXT NOT NULL, sides TEXT NOT NULL);
CREATE TABLE tables (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, created TEXT NOT NULL, changed TEXT NOT NULL,
        base TEXT NOT NULL, seats TEXT NOT NULL, summary TEXT NOT NULL);
INSERT INTO "tables" VALUES('kept-anzio','An old table','2026-01-01T00:00:00.000+00:00','2026-01-01T00:59:00.000+00:00','grognard record 1
game anzio
scenario campaign
ruleset 1
data 509910e71cc8
players allied=human german=human
commitment 60d67d79d4f05795cd2dde53d5c963ed672bc2d645a897d9443c51db9700fbe9
seed 5

end 0 80c9a1a3e9d61401
','{"allied":"human","german":"human"}','{"game":"anzio","title":"Anzio","scenario":"campaign","turn":1,"phase":"movement","decision":"allied","rev":60,"outcome":null}');
INSERT INTO "tables" VALUES('kept-salerno43','An old table','2026-01-01T00:00:00.000+00:00','2026-01-01T00:24:00.000+00:00','grognard record 1
game salerno43
scenario avalanche
ruleset 1
data 4cb26f279b42
players allied=human german=human
commitment 60d67d79d4f05795cd2dde53d5c963ed672bc2d645a897d9443c51db9700fbe9
seed 5

end 0 501f326b0fba68a7
','{"allied":"human","german":"human"}','{"game":"salerno43","title":"Salerno ''43","scenario":"avalanche","turn":1,"phase":"movement","decision":"german","rev":25,"outcome":null}');
CREATE TABLE tokens (
        hash TEXT PRIMARY KEY, table_id TEXT NOT NULL REFERENCES tables (id), side TEXT NOT NULL);
INSERT INTO "tokens" VALUES('dedaa792fd9e46621a7e7da7df8efe862df27b5a626de80b2d127f9b75d86ced','kept-anzio','german');
INSERT INTO "tokens" VALUES('28558d435511e8242dd8c1b129f7f1aac317843faa8bcf773c383a9e85852ab1','kept-salerno43','german');
COMMIT;
