-- In steps
-- Which commissions a payment has taken back is asked by its hash.
create index concurrently if not exists "reseller_earning_reverseHash_idx" on "reseller_earning" ("reverseHash") where "reverseHash" is not null;
