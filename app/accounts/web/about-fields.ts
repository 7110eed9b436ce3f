import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { DETAIL_FIELDS, type TypedDetail } from '#app/screening/domain/person-detail.ts'

/** Reads what a form states of a person besides the name; missing fields are ''. */
export function typedDetail(fields: FormFields): TypedDetail {
  return Object.fromEntries(DETAIL_FIELDS.map((field) => [field, fields.get(field)])) as TypedDetail
}
