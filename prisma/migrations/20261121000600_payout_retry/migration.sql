-- The operator may send a payout again that failed on the ledger several times; its failures are then counted anew.
alter table "payout" add column "retriedAt" timestamptz(3);
