set local lock_timeout = '3s';
alter table "trade_dates" validate constraint "trade_dates_weekend";
alter table "amendment" validate constraint "amendment_weekend";
alter table "amendment" validate constraint "amendment_changes_something";
