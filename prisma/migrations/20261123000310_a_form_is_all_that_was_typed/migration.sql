-- A sent form is known by its page and by all that was typed: after going back the same page sends another trade, which was taken
-- for the first one when its amount was the same. Where the page alone stands for a form (a seller's confirmation) the digest is empty, as in rows from before.

alter table "form_token" add column "digest" text not null default '';
alter table "form_token" alter column "digest" drop default;
alter table "form_token" drop constraint "form_token_pkey";
alter table "form_token" add constraint "form_token_pkey" primary key ("token", "digest");
