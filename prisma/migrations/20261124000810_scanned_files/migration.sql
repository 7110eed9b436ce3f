-- When a scanner found nothing in a file. Null: none was asked, or none answered.
alter table "escrow_document" add column "scannedAt" timestamptz(3);
alter table "escrow_contract" add column "scannedAt" timestamptz(3);
