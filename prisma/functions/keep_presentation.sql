-- Presentations (decision 077) are numbered without gaps. Each after the first needs a standing rejection notice about the one before; with trade deadlines the
-- third and later ones also the buyer's permission (roundAllowedAt). Fixed while a standing notice about this or a later round rejects its escrow.
create or replace function "keep_presentation"() returns trigger language plpgsql as $$
begin
  perform 1 from "escrow" where "id" = new."escrowId" for update;
  if tg_op = 'INSERT' then
    perform "public"."refuse_if"(new."round" <> (select coalesce(max("round"), 0) + 1 from "presentation" where "escrowId" = new."escrowId"),
      format('round %s of escrow %s does not follow the last one', new."round", new."escrowId"));
    perform "public"."refuse_if"(new."round" > 1 and not exists (
      select 1 from "examination" where "escrowId" = new."escrowId" and "round" = new."round" - 1 and "withdrawnAt" is null
        and (new."round" <= 2 or "roundAllowedAt" is not null
          or not exists (select 1 from "milestone" where "escrowId" = new."escrowId" and "fundBy" is not null))
    ), format('round %s of escrow %s was not given', new."round", new."escrowId"));
    return new;
  end if;
  perform "public"."refuse_if"((new."id", new."escrowId", new."round", new."milestoneId") is distinct from (old."id", old."escrowId", old."round", old."milestoneId")
      or exists (select 1 from "examination" x join "escrow" e on e."id" = x."escrowId" where x."escrowId" = old."escrowId"
        and x."round" >= old."round" and x."withdrawnAt" is null and e."documentApprovalStatus" = 'Rejected'),
    format('presentation %s stays what it is', old."id"));
  return new;
end $$;

create trigger "presentation_keep" before insert or update on "presentation"
  for each row execute function "keep_presentation"();
