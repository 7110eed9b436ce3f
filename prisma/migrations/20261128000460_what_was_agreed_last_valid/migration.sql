-- In steps
-- Of 20261128000450: answers of amendments, looked at beside all other work.
alter table "amendment" validate constraint "amendment_answer_known";
-- Step
alter table "amendment" validate constraint "amendment_answered_by_whom";
