-- A trigger's rule: refuses with the sentence if the condition holds. Call it as "public"."refuse_if": a search_path could replace it (decision 136).
create or replace function "refuse_if"("condition" boolean, "sentence" text, "code" text default 'raise_exception') returns void language plpgsql as $$
begin
  if "condition" then
    raise exception using message = "sentence", errcode = "code";
  end if;
end $$;
