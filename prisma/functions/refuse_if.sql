-- One rule of a trigger: refuses with this sentence where the condition holds. Always called as "public"."refuse_if": a session must not put another
-- one in front of it by its search_path (decision 136).
create or replace function "refuse_if"("condition" boolean, "sentence" text, "code" text default 'raise_exception') returns void language plpgsql as $$
begin
  if "condition" then
    raise exception using message = "sentence", errcode = "code";
  end if;
end $$;
