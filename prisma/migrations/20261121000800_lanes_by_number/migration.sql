-- Which of the ledger's tickets were ever taken is asked for a few of them, not by reading every attempt ever made.
create index "payout_attempt_network_sequence_idx" on "payout_attempt" ("network", "sequence");
