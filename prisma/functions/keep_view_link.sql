-- Read-only links (decision 035): made by a party, five valid ones each. Then only views, which only grow, and revokedAt change; nothing once revoked.
create or replace function "keep_view_link"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform 1 from "escrow" where "id" = new."escrowId" and new."madeById" in ("buyerId", "sellerId") for update;
    perform "public"."refuse_if"(not found, 'a view link is made by a party of its escrow', 'check_violation');
    perform "public"."refuse_if"((select count(*) from "view_link" where "escrowId" = new."escrowId" and "madeById" = new."madeById"
        and "revokedAt" is null and "expiresAt" > new."createdAt") >= 5, 'a party has five view links at a time', 'check_violation');
    return new;
  end if;
  perform "public"."refuse_if"((new."id", new."escrowId", new."madeById", new."tokenHash", new."showsFiles", new."createdAt", new."expiresAt")
      is distinct from (old."id", old."escrowId", old."madeById", old."tokenHash", old."showsFiles", old."createdAt", old."expiresAt")
    or new."views" < old."views"
    or (old."revokedAt" is not null and (new."revokedAt" is distinct from old."revokedAt" or new."views" <> old."views")),
    'a view link stays what it is', 'check_violation');
  return new;
end $$;

create trigger "view_link_keep" before insert or update on "view_link" for each row execute function "keep_view_link"();
