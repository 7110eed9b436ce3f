-- Who pays a fee is known for certain when the money comes. A commission that would go to the payer is not earned; it is kept
-- apart, for an operator to look at.
alter table "fee_payment" add column "withheldUSD" numeric(20, 2),
  add constraint "fee_payment_withheld" check ("withheldUSD" is null or (not "commission" and "commissionUSD" = 0));
create index "fee_payment_withheld_idx" on "fee_payment" ("createdAt") where "withheldUSD" is not null;
