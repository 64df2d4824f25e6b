/**
 * What the server says, as in docs/protocol.md.
 *
 * @typedef {object} Piece
 * @property {string} id
 * @property {string} hex a hex number, or the name of a box
 * @property {string} side
 * @property {string} palette
 * @property {string} symbol
 * @property {string} size
 * @property {string} label
 * @property {string} name
 * @property {string[]} factors
 * @property {[number, number]} steps left, and all that it has at full strength
 * @property {"unit" | "marker"} kind
 * @property {string} formation its name, or the id of the counter that commands it; '' for none
 * @property {string[]} marks
 * @property {string} svg its drawing (see looks.js)
 * @property {string} words the counter in words
 *
 * @typedef {object} Action
 * @property {string} text
 * @property {string} verb
 * @property {string} word
 * @property {string} called its word, with the name of the place or unit
 * @property {string} label
 * @property {"" | "commits" | "closes" | "calls off"} role
 * @property {string[]} outcome what it will do and may cost
 *
 * @typedef {{target: string, origins: string[], units: string[]}} Aim an attack on the map
 * @typedef {{units: string[], hexes: string[], attack: Aim | null, figures: Record<string, string>}} About what a question is about; what is written in hexes
 *
 * @typedef {object} Decision
 * @property {string} side
 * @property {string} side_title
 * @property {boolean} mine
 * @property {string} kind
 * @property {string} rule
 * @property {string} prompt
 * @property {About} about
 * @property {string} pending
 * @property {string} means the verb that a place or counter stands for which is no answer
 * @property {Action[]} actions
 * @property {{dice: number, faces: number}} [throw] a handful of dice to be entered
 * @property {boolean} top no battle or other procedure is under way
 * @property {string | null} [otherwise]
 *
 * @typedef {{text: string, die: {kind: "roll" | "draw", rule: string, purpose: string, ledger: Ledger | null}}} Held an order, and the die that would fall by it
 *
 * @typedef {{rule: string, text: string, amount: string}} Line
 * @typedef {{result: string, chance: string, percent: number, text: string}} Chance
 *
 * @typedef {object} Ledger
 * @property {string} title
 * @property {Line[]} lines
 * @property {string} column
 * @property {boolean} ground whether the column is a kind of ground
 * @property {number} modifier
 * @property {[number, string][]} table
 * @property {Chance[]} chances
 * @property {Line[]} notes
 * @property {Aim | null} aim
 *
 * @typedef {{kind: "results", title?: string, rule: string, columns: string[], heads: string[], lowest: number, rows: string[][], shades?: string[][], legend?: [string, string, string][]}} Chart
 * @typedef {{kind: "chart", title: string, rule: string, columns: string[], heads: string[], lowest?: number, rows: string[][]}} Table
 * @typedef {{kind: "account", title: string, rule: string, lines: Line[]}} Account
 * @typedef {{head: string, text: string, notes: string[], now: boolean, box?: string}} TrackBox
 * @typedef {{kind: "track", title: string, rule: string, boxes: TrackBox[]}} Track
 *
 * @typedef {object} View
 * @property {number} rev
 * @property {string | null} eyes the seat through whose eyes it is seen; null where nothing is hidden
 * @property {number} at
 * @property {number} length
 * @property {number} turn
 * @property {number} turns the last turn; 0 if there is none
 * @property {string} phase
 * @property {string} phase_text
 * @property {[string, string][]} status
 * @property {Decision | null} decision
 * @property {Piece[]} pieces
 * @property {{winner: string | null, winner_title: string | null, rule: string, text: string} | null} outcome
 * @property {Ledger | null} ledger
 * @property {{free: boolean, needs_consent: boolean, order: boolean, marked: boolean} | null} undo
 * @property {string | null} commitment
 * @property {string | null} seed
 * @property {{kind: "server" | "asked"} | {kind: "shared", throws: number, missed: {side: string, title: string, count: number}[], void: number}} dice whose secrets make the dice
 * @property {{id: string, title: string}[]} boxes
 * @property {(Chart | Table | Account | Track)[]} tracks
 * @property {string | null} thinking
 * @property {Clocks | null} clock
 *
 * @typedef {{turn: number, runs: string | null, seats: Record<string, [number, number]>}} Clocks seconds for a turn; whose clock runs; by seat what is left for this turn and of the reserve
 * @typedef {{by: string, text: string, mine: boolean, own: boolean, key: string}} Offer
 *
 * @typedef {object} Row a row of the log
 * @property {number} at
 * @property {string} kind
 * @property {string} rule
 * @property {string} text
 * @property {Record<string, any>} facts
 * @property {string | null} side
 * @property {number} turn
 * @property {string} phase
 * @property {string} [phase_text]
 * @property {string} [whose] the side whose part of the turn it was, by its title
 * @property {number} battle where the battle was joined of which it tells; 0 if of none
 * @property {string} [means] the result of a combat in words
 * @property {Reason[]} [why] a bot's reasons
 *
 * @typedef {{rule: string, text: string}} Reason
 *
 * @typedef {import("./sides.js").Seat & {who: string, name: string, online: boolean}} Side
 *
 * @typedef {object} Hello
 * @property {string} version
 * @property {{id: string, name: string, game: string, title: string, scenario: string, scenario_title: string, options: {id: string, rule: string, text: string}[], created: string, watch: string}} table
 * @property {string[]} seats
 * @property {Side[]} sides
 * @property {import("./board/ground.js").Frame & {name: string, terrain: Record<string, string>}} board
 * @property {Record<string, string>} names
 * @property {Record<string, {name: string, side: string}>} absent the units that lie nowhere now
 * @property {string[]} overlays
 * @property {boolean} casual
 * @property {{name: string, title: string}[]} levels of the computer that give advice
 *
 * @typedef {{name: string, kind: string, title: string, side: string | null, hexes: string[], figures: Record<string, string>, lines: string[][]}} Overlay
 *
 * @typedef {object} Box a place beside the map; measures in hexes
 * @property {string} id
 * @property {string} title
 * @property {string} near the hex from which it is placed
 * @property {[number, number]} at its upper left corner, from the middle of that hex
 * @property {[number, number]} size
 * @property {"used"} [when] shown only while counters lie in it
 * @property {string} [mark] its name in large faint letters
 *
 * @typedef {object} Luck
 * @property {number} rolls
 * @property {number} actual
 * @property {number} expected
 * @property {number} low
 * @property {number} high
 * @property {number} luckier
 * @property {{turn: number, gained: number}[]} course the steps gained against expectation, summed up turn by turn
 * @property {string} text
 *
 * @typedef {object} Report
 * @property {boolean} over
 * @property {View["outcome"]} outcome
 * @property {number[]} turns
 * @property {{id: string, title: string}[]} sides
 * @property {import("./sides.js").Seat[]} seats
 * @property {Record<string, {turn: number, reduced: number, eliminated: number, units: string[]}[]>} losses
 * @property {{turn: number, hexes: Record<string, string[]>, share: Record<string, number>}[]} front
 * @property {Record<string, {rolls: number, mean: number, faces: Record<string, number>}>} dice
 * @property {Record<string, Luck>} luck
 * @property {number} taken_back dice thrown anew
 * @property {{at: number, turn: number, score: Record<string, number>}[]} advantage what each side may hope for, phase by phase; empty before the end
 * @property {{at: number, turn: number, side: string, side_title: string, gain: number, text: string}[]} swings
 * @property {string[]} text
 *
 * @typedef {{who: string, from: "seat" | "table", side: string | null, text: string, when: string}} ChatLine
 *
 * @typedef {{t: string, id?: string} & Record<string, any>} Frame
 *
 * @typedef {object} GameInfo
 * @property {string} name
 * @property {string} title
 * @property {{id: string, title: string}[]} sides
 * @property {string[]} seating_options the options that change who sits where
 * @property {{scenario: string, options: string[], seats: import("./sides.js").Seat[]}[]} seatings
 * @property {{id: string, title: string, summary: string}[]} scenarios
 * @property {{id: string, rule: string, text: string, rule_text: string}[]} options
 * @property {Record<string, {name: string, title: string, about: string}[]>} bots
 *
 * @typedef {object} GamePage what a game adds to the page as data
 * @property {{scenario: string, options: string[], seats: Record<string, string>}} [quick]
 * @property {[number, number]} [picture] the middle of the lobby's picture, in percent of the map
 * @property {Record<string, {title: string, sides?: string[], options?: string[]}>} [bots]
 * @property {Record<string, string>} [verbs] answers in words, by verb or by question and verb; by `VERB +` the answer for all counters at once
 * @property {Record<string, string>} [overlays] titles
 * @property {Record<string, Omit<Box, "id">>} [boxes]
 * @property {import("./guide.js").Step[]} [guide]
 * @property {Record<string, Goal>} [goal] by scenario
 *
 * @typedef {{sides: Record<string, string>, hexes?: string[], overlay?: string, rules?: string[]}} Goal who must do what, and where; how the numbers of the rules that decide it begin
 * @typedef {{id: string, section: string, kind: string, text: string, ruling: string}} RuleRow
 *
 * @typedef {object} TableInfo
 * @property {string} id
 * @property {string} name
 * @property {string} game
 * @property {string} title
 * @property {number} turn
 * @property {string} phase_text
 * @property {Record<string, string>} seats
 * @property {Record<string, string>} names what the players call themselves, by seat
 * @property {string[]} mine
 * @property {string | null} decision
 * @property {any} outcome
 * @property {string} changed
 * @property {string | null} expires when it is put away
 * @property {string[] | null} offer the seats that may agree to what is offered
 * @property {number | null} left seconds for whoever decides, where clocks run
 *
 * @typedef {{id: string, links: Record<string, string>, codes: Record<string, string>, watch: string, reach: string[]}} NewTable
 */

export {};
