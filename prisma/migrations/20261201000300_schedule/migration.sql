-- The last minute of the schedule whose jobs were put into the queue, by the database's clock (decision 102). One row.
create table "schedule_minute" (
  "only" boolean not null default true,
  "minute" timestamptz(3) not null,
  constraint "schedule_minute_pkey" primary key ("only"),
  constraint "schedule_minute_is_one" check ("only")
);
