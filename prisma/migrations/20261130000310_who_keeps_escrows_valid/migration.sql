-- What the one before it asks of new rows holds for all of them.
set local lock_timeout = '3s';

alter table "platform_account" validate constraint "platform_account_purpose_named";
alter table "platform_account" validate constraint "platform_account_arbiter_on_stellar";
