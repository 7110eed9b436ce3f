-- "payout" becomes "transfer" (decision 145): what carries a settlement out. No row is read or written for it.
set local lock_timeout = '3s';

alter table "payout" rename to "transfer";

-- For processes of the version before, until the release after this one: they read and write the rows under the old name, and what they hand to a
-- function of the table is one of its rows. (A view has a row type of its own.)
create view "payout" as select * from "transfer";
create cast ("payout" as "transfer") with inout as implicit;
