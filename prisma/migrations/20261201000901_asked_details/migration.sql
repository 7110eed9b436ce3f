-- What an operator asks of somebody who is being checked: named kinds, so that no letter says what was found (docs/decisions/110).
set local lock_timeout = '3s';

create type "AskedDetail" as enum ('native_name', 'company', 'country', 'birth_date', 'contact');

alter table "screening_review" add column "asked" "AskedDetail"[] not null default '{}';
