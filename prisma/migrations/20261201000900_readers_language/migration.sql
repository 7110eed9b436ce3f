-- In which language the seller reads, as the buyer says it when inviting; null where nobody has said it (docs/decisions/110).
set local lock_timeout = '3s';

create type "Language" as enum ('en', 'ru', 'tr', 'vi', 'pl', 'nl', 'th', 'id', 'ms', 'sw', 'fa', 'es', 'fr', 'de', 'pt', 'zh');

alter table "escrow" add column "sellerLanguage" "Language";
