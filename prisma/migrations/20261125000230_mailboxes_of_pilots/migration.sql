-- Accounts that had the free transaction before mailboxes were told apart stand for their address as it was typed. They stand for
-- the mailbox behind it now, as new ones do (mailboxOf in app/domain/accounts/email-address.ts). Of several accounts of a mailbox
-- the first stands for it; the others keep what they have.
create temporary table "pilot_mailbox" on commit drop as
with "typed" as (
  select "id", "createdAt", coalesce("pilotPerson", "email") as "address" from "user"
  where "plan" = 'pilot' or "pilotPerson" is not null
), "parts" as (
  select *, regexp_replace("address", '@[^@]*$', '') as "name", substring("address" from '[^@]*$') as "domain" from "typed"
), "noted" as (
  select *, case when "domain" in (
      'gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'icloud.com', 'me.com', 'mac.com',
      'fastmail.com', 'proton.me', 'protonmail.com', 'pm.me', 'yandex.ru', 'yandex.com')
    then split_part("name", '+', 1) else "name" end as "plain"
  from "parts"
), "mailboxes" as (
  select "id", "createdAt",
    case when "domain" in ('gmail.com', 'googlemail.com') then replace("plain", '.', '') else "plain" end || '@' ||
    case "domain"
      when 'googlemail.com' then 'gmail.com'
      when 'protonmail.com' then 'proton.me'
      when 'pm.me' then 'proton.me'
      when 'me.com' then 'icloud.com'
      when 'mac.com' then 'icloud.com'
      else "domain" end as "mailbox"
  from "noted"
)
select "id", "mailbox", row_number() over (partition by "mailbox" order by "createdAt", "id") as "place" from "mailboxes";

-- In two steps: a mailbox may pass from one account to another.
update "user" set "pilotPerson" = null from "pilot_mailbox" m
  where m."id" = "user"."id" and "pilotPerson" is not null and (m."place" > 1 or "pilotPerson" <> m."mailbox");
update "user" set "pilotPerson" = m."mailbox" from "pilot_mailbox" m
  where m."id" = "user"."id" and m."place" = 1 and "pilotPerson" is null;
