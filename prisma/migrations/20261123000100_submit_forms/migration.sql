-- The number that a form of /submit shows belongs to that form alone. Until now one number waited for each buyer, every open
-- form showed it, and the next escrow took it, whichever form it came from: money that was paid for one trade funded another.

create table "submit_form" (
  "token" uuid not null,
  "userId" uuid not null,
  "reference" integer not null,
  -- One of the few places that a person's open forms have; null once the form was sent, or is old. It keeps its number.
  "slot" integer,
  "sentAt" timestamptz(3),
  -- The form that was sent already when this one was handed out in its stead.
  "follows" uuid,
  "issuedAt" timestamptz(3) not null default current_timestamp,
  constraint "submit_form_pkey" primary key ("token"),
  constraint "submit_form_slot_in_range" check ("slot" between 1 and 50),
  constraint "submit_form_sent_has_no_slot" check ("sentAt" is null or "slot" is null)
);
create unique index "submit_form_reference_key" on "submit_form" ("reference");
create unique index "submit_form_userId_slot_key" on "submit_form" ("userId", "slot");
create unique index "submit_form_userId_follows_key" on "submit_form" ("userId", "follows");
create index "submit_form_issuedAt_idx" on "submit_form" ("issuedAt");
alter table "submit_form" add constraint "submit_form_userId_fkey" foreign key ("userId") references "user" ("id") on delete restrict on update cascade;
alter table "submit_form" add constraint "submit_form_reference_fkey" foreign key ("reference") references "payment_reference" ("number") on delete restrict on update cascade;

-- Whose number it is, and which form's, never changes.
create function "submit_form_keeps_its_number"() returns trigger language plpgsql as $$
begin
  if (new."token", new."userId", new."reference") is distinct from (old."token", old."userId", old."reference") then
    raise exception 'a form keeps its person and its number' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger "submit_form_keeps_its_number" before update on "submit_form"
  for each row execute function "submit_form_keeps_its_number"();

-- Only its own person's escrow, in manual mode, takes the number of a form; no fee ever does.
create function "reference_is_of_its_form"() returns trigger language plpgsql as $$
declare
  held record;
begin
  select "userId" into held from "submit_form" where "reference" = new."reference";
  if not found then
    return new;
  end if;
  if tg_table_name = 'escrow' then
    if new."type" = 'manual' and new."buyerId" = held."userId" then
      return new;
    end if;
  end if;
  raise exception 'the reference % belongs to a form', new."reference" using errcode = 'check_violation';
end $$;
create trigger "escrow_takes_its_forms_reference" before insert on "escrow"
  for each row execute function "reference_is_of_its_form"();
create trigger "fee_quote_takes_no_forms_reference" before insert or update of "reference" on "fee_quote"
  for each row execute function "reference_is_of_its_form"();

alter table "user" drop column "nextReference";
