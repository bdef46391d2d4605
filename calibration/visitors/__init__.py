"""Who somebody is, what they may do, and under what name it is kept."""
