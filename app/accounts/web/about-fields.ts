import type { FormFields } from '#app/kernel/web/forms/form-fields.ts'
import { DETAIL_FIELDS, type TypedDetail } from '#app/screening/domain/person-detail.ts'

/** What a form says of a person besides the name; a form without these fields says nothing. */
export function typedDetail(fields: FormFields): TypedDetail {
  return Object.fromEntries(DETAIL_FIELDS.map((field) => [field, fields.get(field)])) as TypedDetail
}
