-- In steps
-- An operator looks for an escrow by what locked it, by what ended it, and by the wallet that was agreed.
create index concurrently if not exists "hold_lock_locked_by" on "hold_lock" ("hash");
create index concurrently if not exists "hold_lock_ended_by" on "hold_lock" ("endHash") where "endHash" is not null;
create index concurrently if not exists "hold_agreement_of_wallet" on "hold_agreement" ("sellerWallet");
