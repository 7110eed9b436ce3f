-- In steps
-- Of 20261203000600: looked at beside all other work.
alter table "stated_payment" validate constraint "stated_payment_verdict_known";
