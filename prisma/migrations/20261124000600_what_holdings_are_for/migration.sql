-- Of what is owed to clients: what lies in open escrows; and how many escrows have been settled to the end by then. Null:
-- looked at before anybody asked.
alter table "reconciliation" add column "inEscrows" numeric(38, 0), add column "settledEscrows" integer;
alter table "reconciliation" add constraint "reconciliation_settled_counted" check ("settledEscrows" >= 0) not valid;
