-- What a letter is about and which one of these, so that none is sent about what is over (decision 108).
set local lock_timeout = '3s';

alter table "outbox_letter" add column "stage" text;
alter table "outbox_letter"
  add constraint "outbox_letter_stage_check"
    check ("stage" is null or ("escrowId" is not null and "stage" ~ '^[a-z]+:[0-9]+$')) not valid;
alter table "outbox_letter" drop constraint "outbox_letter_withheld_check",
  add constraint "outbox_letter_withheld_check" check ("withheldFor" in ('limit', 'unconfirmed', 'overtaken')) not valid;
-- What was withheld is not sent and not given up. What was overtaken may have been tried before, and only what has a stage can be.
alter table "outbox_letter" drop constraint "outbox_letter_withheld_rests_check",
  add constraint "outbox_letter_withheld_rests_check"
    check ("withheldFor" is null or ("sentAt" is null and "givenUpAt" is null
      and case when "withheldFor" = 'overtaken' then "stage" is not null else "attempts" = 0 end)) not valid;
