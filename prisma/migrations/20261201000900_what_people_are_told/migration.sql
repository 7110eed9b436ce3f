-- In which language the seller reads, as the buyer says it when inviting; null where nobody has said it (docs/decisions/110).
set local lock_timeout = '3s';

create type "Language" as enum ('en', 'ru', 'tr', 'vi', 'pl', 'nl', 'th', 'id', 'ms', 'sw', 'fa', 'es', 'fr', 'de', 'pt', 'zh');

alter table "escrow" add column "sellerLanguage" "Language";

-- What an operator asks of somebody who is being checked: named kinds, so that no letter says what was found.
create type "AskedDetail" as enum ('native_name', 'company', 'country', 'birth_date', 'contact');

alter table "screening_review" add column "asked" "AskedDetail"[] not null default '{}';
