import 'i18next'
import type common from '../../../locales/en/common.json'
import type desk from '../../../locales/en/desk.json'
import type faq from '../../../locales/en/faq.json'
import type freight from '../../../locales/en/freight.json'
import type instructions from '../../../locales/en/instructions.json'
import type legal from '../../../locales/en/legal.json'
import type mail from '../../../locales/en/mail.json'
import type statement from '../../../locales/en/statement.json'
import type wallets from '../../../locales/en/wallets.json'

/** English is the source of the keys: a key that is not in locales/en does not compile. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      common: typeof common
      desk: typeof desk
      faq: typeof faq
      freight: typeof freight
      instructions: typeof instructions
      legal: typeof legal
      mail: typeof mail
      statement: typeof statement
      wallets: typeof wallets
    }
  }
}
