/**
 * Finds what mail programs and people could take for an address or a link in a typed text. A name that contains one is
 * refused, and in emails it is broken up (docs/decisions/128).
 */

/** Full stops of other scripts and widths, which browsers read as the dot of a domain. */
const DOT = '[.\\u3002\\uff0e\\uff61\\u2024\\ufe52]'
/** A dot written to evade filters: `[.]`, `(dot)`. */
const HIDDEN_DOT = `\\s?[[({]\\s?(?:${DOT}|dot)\\s?[\\])}]\\s?`
const SIGN = '[\\p{L}\\p{N}\\p{M}]'
/** Domain endings in other scripts: a list, because a dot between two words is common there and no address. */
const OTHER_ENDINGS =
  'рф|рус|ру|москва|онлайн|сайт|дети|орг|ком|укр|бел|мкд|срб|қаз|бг|ею|мон|католик|հայ|გე|ελ|ευ|קום|ישראל|' +
  'ایران|پاکستان|بھارت|شبكة|موقع|كوم|بازار|امارات|السعودية|مصر|قطر|تونس|المغرب|الاردن|الجزائر|عمان|فلسطين|سورية|سودان|عراق|عرب|همراه|بيتك|ابوظبي|ارامكو|موريتانيا|البحرين|' +
  'ไทย|คอม|ລາວ|भारत|संगठन|नेट|कॉम|ভারত|বাংলা|भारोत|ভাৰত|ਭਾਰਤ|ભારત|ଭାରତ|இந்தியா|இலங்கை|சிங்கப்பூர்|భారత్|ಭಾರತ|ഭാരതം|ලංකා|' +
  '中国|中國|香港|台湾|台灣|澳門|澳门|新加坡|公司|集团|网络|網絡|网址|网站|在线|中文网|中信|公益|我爱你|移动|联通|商标|商店|商城|手机|通販|购物|网店|点看|点击|大拿|娱乐|企业|组织机构|机构|政府|政务|信息|健康|时尚|新闻|游戏|食品|餐厅|招聘|慈善|世界|书籍|佛山|广东|天主教|嘉里|嘉里大酒店|大众汽车|家電|工行|微博|普利司通|淡马锡|珠宝|盛贸饭店|诺基亚|谷歌|電訊盈科|飞利浦|香格里拉|コム|みんな|グーグル|クラウド|ストア|セール|ファッション|ポイント|アマゾン|닷컴|닷넷|한국|삼성'

/** A dot before the ending of a domain: two or more Latin letters, or an ending of another script. */
const DOT_OF_SITE = `(?<=${SIGN}-?)(?:${DOT}|${HIDDEN_DOT})(?=\\p{Script=Latin}[\\p{Script=Latin}\\p{M}\\p{N}-]*\\p{Script=Latin}|(?:${OTHER_ENDINGS})(?!\\p{L}))`
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const NUMBERS = `(?<![\\d.])${OCTET}(?:(?:${DOT}|${HIDDEN_DOT})${OCTET}){3}(?!${DOT}?\\d)`
const WORD = (inside: string) => `\\S*(?:${inside})\\S*`
const LINK = WORD(`\\/\\/|\\\\\\\\|[@\\uff20]|\\bwww${DOT}`)
const KNOWN_SCHEME = '(?<![\\p{L}\\p{N}])(?:tel|sms|mailto|callto|skype|whatsapp|https?|ftp|javascript)'

/** What alone is a link in a sentence: `//`, `@`, `www.`, or `tel:` with what follows. */
export const LINKS = new RegExp(`${LINK}|${KNOWN_SCHEME}:\\S+`, 'giu')

/** Dots that turn the words around them into a domain or a numeric address, except those of file names. */
const NO_FILE = '(?!.(?:pdf|docx?|xlsx?|txt|png|jpe?g)(?![\\p{L}\\p{N}]))'
export const DOTS_OF_SITES = new RegExp(`${NO_FILE}${DOT_OF_SITE}`, 'giu')
export const NUMBERED_SITES = new RegExp(NUMBERS, 'gu')

/** What no name may contain: all of that, any scheme, a phone number, a slash except between two words (as in A/S). */
export const ADDRESSES_IN_NAMES = new RegExp(
  [
    LINK,
    `${KNOWN_SCHEME}\\s?:\\s?\\S*`,
    WORD('(?<=\\p{Script=Latin}):(?=[\\p{L}\\p{N}+])'),
    WORD(DOT_OF_SITE),
    WORD(NUMBERS),
    '\\+\\d[\\d\\s().-]{6,}',
    '\\S*(?<![\\p{L}\\p{M}\\p{N}.])\\/\\S*|\\S*\\/(?![\\p{L}\\p{M}\\p{N}])\\S*',
  ].join('|'),
  'giu',
)
