"""Plain play-throughs of the charts, to check the oracle by trying every die face.

Each module follows its document one throw after another and shares no rule,
table or arithmetic with the oracle modules.
"""
