"""What the staffs of games with ZOC bonds share: marches over the map, orders in words."""
