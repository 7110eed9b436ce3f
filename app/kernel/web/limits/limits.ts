/** How often somebody may try, as data. docs/abuse.md explains each limit. */

/** `points` tries in `seconds`, per key; times RATE_LIMIT_FACTOR where tests are quicker than people. */
export const REQUEST_LIMITS = {
  sign_in_by_ip: { points: 30, seconds: 300 },
  // Per network that it comes from, where that is known.
  sign_in_by_email: { points: 8, seconds: 300 },
  // From all networks together. A device that signed in before is counted by itself alone.
  sign_in_by_email_anywhere: { points: 60, seconds: 3_600 },
  // Correct passwords, each of which costs a hash and a session: only somebody who knows it can use them up.
  signed_in_by_user: { points: 60, seconds: 3_600 },
  sign_in_by_device: { points: 8, seconds: 300 },
  // For somebody who comes by a link to the account's mailbox, which strangers do not read.
  sign_in_by_proof: { points: 8, seconds: 300 },
  // A code of six digits, three of which are right at any moment: with the password, guessing one takes years.
  code_by_user: { points: 6, seconds: 300 },
  code_by_user_daily: { points: 60, seconds: 86_400 },
  recovery_code_by_user: { points: 10, seconds: 3_600 },
  own_password_by_user: { points: 8, seconds: 300 },
  // Every change of the own account, each a permanent event and often an email: nobody does it all day.
  own_act_by_user: { points: 40, seconds: 3_600 },
  reminders_by_link: { points: 20, seconds: 3_600 },
  change_email_by_user: { points: 5, seconds: 3_600 },
  change_name_by_user: { points: 10, seconds: 3_600 },
  // Each reads all data and all files of a person.
  data_export_by_user: { points: 5, seconds: 86_400 },
  data_export_taken_by_user: { points: 10, seconds: 3_600 },
  prefill_wallet_by_user: { points: 30, seconds: 600 },
  csv_by_user: { points: 20, seconds: 600 },
  // Each change is screened.
  change_detail_by_user: { points: 20, seconds: 3_600 },
  register_by_ip: { points: 20, seconds: 3_600 },
  // Free transactions: a forwarder's office has several people, and needs no more a day.
  pilot_by_network: { points: 5, seconds: 86_400 },
  confirmation_letter_by_user: { points: 5, seconds: 3_600 },
  reset_letter_by_ip: { points: 20, seconds: 3_600 },
  reset_letter_by_device: { points: 5, seconds: 3_600 },
  reset_by_ip: { points: 30, seconds: 600 },
  quote_by_user: { points: 60, seconds: 600 },
  unknown_coupon_by_user: { points: 10, seconds: 3_600 },
  // For all accounts of one network together.
  unknown_coupon_by_network: { points: 30, seconds: 3_600 },
  // Unknown codes of resellers' links: counted apart, so that a page full of them blocks no coupon field.
  reseller_door_by_network: { points: 30, seconds: 3_600 },
  confirm_payment_by_user: { points: 30, seconds: 600 },
  state_payment_by_user: { points: 30, seconds: 600 },
  submit_by_user: { points: 30, seconds: 600 },
  // Opening an escrow takes three steps; going back and forth counts. A contract in one is a submission, too.
  open_step_by_user: { points: 120, seconds: 600 },
  print_by_user: { points: 60, seconds: 600 },
  strangers_address_by_user: { points: 10, seconds: 3_600 },
  view_link_by_user: { points: 20, seconds: 3_600 },
  view_by_link: { points: 60, seconds: 60 },
  reseller_by_link: { points: 60, seconds: 60 },
  dead_link_by_network: { points: 60, seconds: 600 },
  message_by_ip: { points: 10, seconds: 86_400 },
  message_by_email: { points: 5, seconds: 86_400 },
  // The most that support reads in a day; beyond it people write emails.
  message_by_anybody: { points: 300, seconds: 86_400 },
  // Wallets that return what they have signed, without anybody signed in.
  hand_back_by_network: { points: 60, seconds: 600 },
  hand_back_of_escrow: { points: 20, seconds: 600 },
  // Messages to the mail service's webhook that it has not signed.
  foreign_mail_event_by_network: { points: 60, seconds: 600 },
  look_up_by_user: { points: 60, seconds: 60 },
} as const

export type LimitName = keyof typeof REQUEST_LIMITS
