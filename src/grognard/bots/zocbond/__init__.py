"""What the bots of games with ZOC Bonds share: marches over the map, orders in words, strengths and where they are."""
