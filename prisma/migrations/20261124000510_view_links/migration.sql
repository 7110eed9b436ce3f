-- A link by which a party lets somebody without an account read an escrow for seven days. Only the token's SHA-256 is stored.
create table "view_link" (
  "id" uuid not null,
  "escrowId" uuid not null,
  "madeById" uuid not null,
  "tokenHash" text not null,
  "showsFiles" boolean not null,
  "createdAt" timestamptz(3) not null,
  "expiresAt" timestamptz(3) not null,
  "revokedAt" timestamptz(3),
  "views" integer not null default 0,
  "lastViewedAt" timestamptz(3),
  constraint "view_link_pkey" primary key ("id"),
  constraint "view_link_lives_seven_days" check ("expiresAt" > "createdAt" and "expiresAt" <= "createdAt" + interval '7 days'),
  constraint "view_link_views_have_a_time" check (("views" = 0) = ("lastViewedAt" is null) and "views" >= 0)
);
create unique index "view_link_tokenHash_key" on "view_link" ("tokenHash");
create index "view_link_escrowId_madeById_idx" on "view_link" ("escrowId", "madeById");
alter table "view_link" add constraint "view_link_escrowId_fkey" foreign key ("escrowId") references "escrow" ("id") on delete restrict on update cascade;
alter table "view_link" add constraint "view_link_madeById_fkey" foreign key ("madeById") references "user" ("id") on delete restrict on update cascade;

-- Made by a party, five at a time; afterwards only its views and its end change, and an end is for good.
create function "keep_view_link"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform 1 from "escrow" where "id" = new."escrowId" and new."madeById" in ("buyerId", "sellerId") for update;
    if not found then
      raise exception 'a view link is made by a party of its escrow' using errcode = 'check_violation';
    end if;
    if (select count(*) from "view_link" where "escrowId" = new."escrowId" and "madeById" = new."madeById"
        and "revokedAt" is null and "expiresAt" > new."createdAt") >= 5 then
      raise exception 'a party has five view links at a time' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if (new."id", new."escrowId", new."madeById", new."tokenHash", new."showsFiles", new."createdAt", new."expiresAt")
      is distinct from (old."id", old."escrowId", old."madeById", old."tokenHash", old."showsFiles", old."createdAt", old."expiresAt")
    or new."views" < old."views"
    or (old."revokedAt" is not null and (new."revokedAt" is distinct from old."revokedAt" or new."views" <> old."views")) then
    raise exception 'a view link stays what it is' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger "view_link_keep" before insert or update on "view_link" for each row execute function "keep_view_link"();
