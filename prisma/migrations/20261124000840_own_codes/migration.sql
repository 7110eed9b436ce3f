-- Who a reseller is, as far as it is known: nobody earns a commission on the own fee.
alter table "reseller_code" add column "resellerEmail" text;
alter table "reseller_code" add column "resellerWallet" text;
