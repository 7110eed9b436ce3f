/** Chinese characters in Mandarin (the table of `any-ascii`); common ones of names also in Cantonese. */

import { partedName } from './hangul.ts'
import { latinOf } from './latin.ts'

/** Usual spellings of Hong Kong's identity card office; simplified characters are included. */
const CANTONESE_OF = table(`
Au 歐欧區区|Chan 陳陈|Chau 秋洲|Cheng 鄭郑|Cheuk 卓綽焯|Cheung 張张章蔣蒋昌祥翔彰|Chi 志智芝賜赐慈之熾治|Ching 程靜静正清青晴貞贞澄|Chiu 趙赵超昭潮朝
Cho 楚初祖|Choi 蔡才彩材財财|Chow 周鄒邹|Chu 朱|Chuen 泉全川傳传|Chui 崔|Chuk 竹祝|Chun 秦珍俊振駿骏春進进津|Chung 鍾钟宗忠松中聰聪仲頌颂
Fai 輝辉徽|Fan 范樊芬勳勋|Fat 發发法|Fok 霍|Fong 方芳|Fu 傅富|Fuk 福|Fung 馮冯峰鋒锋風风鳳凤豐丰|Ha 夏霞|Han 嫻娴閒|Hang 幸行恆恒|Hau 侯孝厚
Heung 香向|Hin 軒轩憲宪顯显|Hing 興兴慶庆馨卿|Hiu 曉晓|Ho 何賀贺浩豪皓好可河|Hoi 海凱凯開开愷恺|Hok 學学鶴鹤|Hon 韓韩翰漢汉
Hong 康航|Hui 許许|Hung 洪孔熊鴻鸿雄紅红虹|Ip 葉叶|Ka 家嘉加|Kai 啟启佳繼继|Kam 甘金錦锦琴鑑|Kan 簡简勤根|Kau 球九久|Kei 基琪棋祺奇其紀纪
Keung 姜強强|Kin 健建堅坚|King 景敬瓊琼|Kit 傑杰潔洁|Ko 高|Kong 江港|Koo 古顧顾|Kuen 權权娟|Kung 龔龚恭|Kwai 貴贵桂葵|Kwan 關关君均鈞钧群坤軍军昆
Kwok 郭國国|Kwong 鄺邝光廣广|Lai 黎賴赖麗丽禮礼|Lam 林藍蓝霖琳|Lap 立|Lau 劉刘柳|Law 羅罗|Lee 李利|Lei 理莉|Leung 梁亮良|Lik 力|Lin 連连蓮莲
Ling 凌玲靈灵|Liu 廖|Lo 盧卢老路|Lok 樂乐洛諾诺|Long 朗|Lui 呂吕雷|Luk 陸陆祿禄|Lun 倫伦|Lung 龍龙隆|Ma 馬马|Mak 麥麦|Man 文敏民雯曼萬万
Mau 茂|Mei 美|Ming 明銘铭鳴鸣|Miu 苗妙繆缪|Mo 毛巫武慕|Mok 莫|Mui 梅|Muk 木睦|Nam 南男楠|Nga 雅|Ngai 倪魏藝艺毅|Ngan 顏颜|Ngo 娥|Ng 吳吴伍|Ngok 岳
Nin 年|Ning 寧宁|Nip 聶聂|Oi 愛爱|On 安|Pak 白百柏伯|Pang 彭|Ping 平萍屏炳秉冰|Po 保寶宝波|Pong 龐庞邦|Poon 潘|Pui 培佩沛|Sai 世西|Sang 生
Sau 秀壽寿守|Seung 相湘雙双|Sham 岑|Shan 山珊|Shek 石碩硕|Sheung 常尚上|Shing 成城誠诚勝胜承聖圣盛|Shu 舒樹树|Shuk 淑|Shum 沈|Shun 信順顺舜|Sik 錫锡
Sin 冼單单善仙倩先|Sing 昇升星|Siu 蕭萧邵小少兆紹绍笑|So 蘇苏|Suen 孫孙|Suet 雪|Sum 心深森|Sun 新|Sung 宋崇|Sze 施史司思詩诗士仕師师|Tai 戴大泰太
Tak 德得|Tam 譚谭|Tang 鄧邓|Tat 達达|Tim 添|Tin 田天|Ting 丁亭廷庭婷定|To 杜屠陶道韜图|Tong 唐湯汤堂棠|Tsang 曾|Tse 謝谢|Tso 曹左|Tsui 徐
Tsz 子梓芷紫|Tung 董東东冬棟栋彤同桐通|Wa 華华|Wai 韋韦衛卫偉伟惠慧威煒炜維维懷怀|Wan 尹溫温雲云允韻韵|Wang 宏弘|Wing 榮荣永詠咏穎颖泳|Wo 和
Wong 黃黄王汪|Wu 胡鄔邬湖|Wun 煥焕|Yam 任|Yan 恩仁欣忻寅殷茵|Yat 日一逸溢|Yau 游邱丘友佑祐有柔|Yee 儀仪怡兒儿宜以綺绮|Yeung 楊杨洋陽阳
Yik 翼益亦|Yim 嚴严|Yin 賢贤燕妍彥彦言嫣然|Ying 英瑩莹映|Yip 業业|Yiu 姚耀瑤瑶堯尧|Yu 余俞于宇雨如裕瑜|Yuen 袁阮婉遠远源元|Yuet 月悅悦越|Yuk 玉育旭
Yun 潤润|Yung 容翁勇雍`)

/** Legal forms and trades in company names. */
const FORMS: readonly [RegExp, string][] = [
  [/(?:股份|責任|责任)?有限(?:責任|责任)?公司/gu, ' ltd '],
  [/公司/gu, ' company '],
  [/集團|集团/gu, ' group '],
  [/貿易|贸易/gu, ' trading '],
]

export const isHan = (text: string) => /\p{Script=Han}/u.test(text)

export function hanReadings(text: string): ((word: string) => string)[] {
  const isOneRun = (text.match(/\p{Script=Han}+/gu) ?? []).length === 1
  return [read(isOneRun, () => undefined), read(isOneRun, (sign) => CANTONESE_OF.get(sign))]
}

/** Longer runs are companies, whose syllables are compared one by one. */
const LONGEST_GIVEN = 3

function read(isOneRun: boolean, known: (sign: string) => string | undefined): (word: string) => string {
  const said = (sign: string) => (isHan(sign) ? (known(sign) ?? latinOf(sign)) : latinOf(sign))
  return (word) => {
    const withForms = FORMS.reduce((text, [chinese, latin]) => text.replace(chinese, latin), word)
    const signs = [...withForms]
    const { isParted, surname, given } = partedName(signs)
    // Lam Cheng Yuet-ngor: of four, the second is a family name too, or belongs to the first.
    if (isOneRun && signs.length > LONGEST_GIVEN && isParted) {
      const [second = '', ...rest] = given
      return `${said(surname)} ${said(second)} ${rest.map(said).join('')}`
    }
    if (isOneRun && isParted) return `${said(surname)} ${given.map(said).join('')}`
    if (signs.length <= LONGEST_GIVEN) return signs.map(said).join('')
    return signs.map((sign) => (isHan(sign) ? ` ${said(sign)} ` : said(sign))).join('')
  }
}

function table(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/[|\n]/)
      .flatMap((row) => {
        const [sound = '', signs = ''] = row.split(' ')
        return [...signs].map((sign): [string, string] => [sign, sound])
      }),
  )
}
