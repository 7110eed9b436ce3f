/** Invented names in other scripts, each with a spelling that passports use: they measure transliteration. */

const PAIRS = `
fa رضا زارعی|Reza Zarei
fa علیرضا نوری|Alireza Nouri
fa غلامرضا ضیایی|Gholamreza Ziaei
fa مصطفی محمدنجار|Mostafa Mohammad-Najjar
fa محمدرضا نقدی|Mohammad Reza Naghdi
fa حسین سلامی|Hossein Salami
fa قاسم رستمی|Ghasem Rostami
fa عبدالرضا عابد|Abdolreza Abed
fa مرتضی رضایی|Morteza Rezaei
fa فریدون عباسی|Fereydoun Abbasi
fa ذبیح الله کریمی|Zabihollah Karimi
fa کاظم نوذری|Kazem Nozari
fa بهمن ریحانی|Bahman Reyhani
fa رستم قاسمی|Rostam Ghasemi
fa پرویز فتاح|Parviz Fattah
fa منوچهر منطقی|Manouchehr Manteghi
fa سید حسن فیروزآبادی|Seyyed Hassan Firouzabadi
fa ظاهر قدیری|Zaher Ghadiri
fa ثریا وحیدی|Soraya Vahidi
fa داود اقبالی|Davoud Eghbali
fa جواد کریم پور|Javad Karimpour
fa ولی الله مرادی|Valiollah Moradi
ar خالد محمود|Khaled Mahmoud
ar عبد الرحمن القحطاني|Abdulrahman Al-Qahtani
ar جمال عبد الناصر|Gamal Abdel Nasser
ar جمال الحربي|Jamal Al Harbi
ar يوسف الشريف|Youssef El Sherif
ar عمر البشير|Omar al-Bashir
ar محمد بن سلمان|Mohammed bin Salman
ar فاطمة الزهراء|Fatima Al Zahraa
ar ضياء الدين|Diaa El Din
ar عثمان ذو الفقار|Othman Zulfiqar
ar سامي العريان|Sami Al-Arian
ar هشام طلعت مصطفى|Hisham Talaat Moustafa
ar نجيب ساويرس|Naguib Sawiris
ar وليد المعلم|Walid al-Moallem
ko 김정은|KIM Jong Un
ko 김정은|Kim Jeong-eun
ko 박지성|Park Ji Sung
ko 이민호|Lee Min Ho
ko 최룡해|Choe Ryong Hae
ko 리용호|Ri Yong Ho
ko 박영식|Pak Yong Sik
ko 정경택|Jong Kyong Thaek
ko 조용원|Jo Yong Won
ko 강철수|Kang Chol Su
ko 한유로|Han Yu Ro
ko 윤호진|Yun Ho Jin
ko 윤호진|Yoon Ho-jin
ko 장성택|Jang Song Thaek
ko 황병서|Hwang Pyong So
ko 노광철|No Kwang Chol
ko 임종석|Im Jong-seok
ko 문재인|Moon Jae-in
ko 반기문|Ban Ki-moon
ko 정몽구|Chung Mong-koo
ko 이재용|Lee Jae-yong
ko 박근혜|Park Geun-hye
ko 신동빈|Shin Dong-bin
ko 최태원|Chey Tae-won
ko 손흥민|Son Heung-min
ko 김영철|Kim Yong Chol
ko 김영철|Kim Young-cheol
ko 류경수|Ryu Kyong Su
yue 陳大文|Chan Tai Man
yue 李家超|Lee Ka Chiu
yue 林鄭月娥|Lam Cheng Yuet-ngor
yue 周潤發|Chow Yun Fat
yue 梁朝偉|Leung Chiu Wai
yue 劉德華|Lau Tak Wah
yue 黃家強|Wong Ka Keung
yue 張學友|Cheung Hok Yau
yue 郭富城|Kwok Fu Shing
yue 何志平|Ho Chi Ping
yue 鄧炳強|Tang Ping Keung
yue 曾國衞|Tsang Kwok Wai
yue 鄭雁雄|Zheng Yanxiong
yue 葉德嫻|Yip Tak Han
yue 吳君如|Ng Kwan Yu
yue 謝霆鋒|Tse Ting Fung
yue 陈国强|Chan Kwok Keung
yue 梁振英|Leung Chun Ying
yue 馮小明|Fung Siu Ming
yue 關志輝|Kwan Chi Fai
zh 习近平|Xi Jinping
zh 王伟|Wang Wei
zh 李明|Li Ming
zh 张建国|Zhang Jianguo
zh 馬雲|Ma Yun
zh 赵立坚|ZHAO Lijian
th สมชาย ใจดี|Somchai Jaidee
th ทักษิณ ชินวัตร|Thaksin Shinawatra
th ยิ่งลักษณ์ ชินวัตร|Yingluck Shinawatra
th ประยุทธ์ จันทร์โอชา|Prayut Chan-o-cha
th อภิสิทธิ์ เวชชาชีวะ|Abhisit Vejjajiva
th เศรษฐา ทวีสิน|Srettha Thavisin
th สมศักดิ์ เทพสุทิน|Somsak Thepsutin
th วิชัย ศรีวัฒนประภา|Vichai Srivaddhanaprabha
th ธนินท์ เจียรวนนท์|Dhanin Chearavanont
th อนุทิน ชาญวีรกูล|Anutin Charnvirakul
th ประวิตร วงษ์สุวรรณ|Prawit Wongsuwan
th สุเทพ เทือกสุบรรณ|Suthep Thaugsuban
th ชวน หลีกภัย|Chuan Leekpai
th สุรชัย แซ่ตั้ง|Surachai Saetang
th กิตติพงษ์ บุญมี|Kittipong Boonmee
th วรรณา ทองคำ|Wanna Thongkham
th พิมพ์ชนก สุขสวัสดิ์|Pimchanok Suksawat
th นภัสสร รุ่งเรือง|Napatsorn Rungruang
th มานะ ศรีสุข|Mana Srisuk
th ปรีชา แก้วมณี|Preecha Kaewmanee
th ณัฐพล เพชรรัตน์|Nattapon Petcharat
uk Зеленський Володимир|Volodymyr Zelenskyy
uk Гончаренко Олег|Oleh Honcharenko
uk Григорій Гринько|Hryhorii Hrynko
uk Медведчук Віктор|Viktor Medvedchuk
uk Янукович Віктор Федорович|Viktor Fedorovych Yanukovych
uk Ігор Гнатюк|Ihor Hnatiuk
uk Євген Щербак|Yevhen Shcherbak
uk Наталія Їжакевич|Nataliia Yizhakevych
uk Сергій Курченко|Serhiy Kurchenko
uk Богдан Хмельницький|Bohdan Khmelnytskyi
uk Гліб Гудзь|Hlib Hudz
ru Путин Владимир Владимирович|Vladimir Vladimirovich Putin
ru Сергей Шойгу|Sergei Shoigu
ru Юрий Ковальчук|Yuri Kovalchuk
ru Евгений Пригожин|Yevgeny Prigozhin
ru Геннадий Тимченко|Gennady Timchenko
ru Хусейн Джабраилов|Husein Dzhabrailov
ru Александр Хорошавин|Alexander Khoroshavin
ru Щеголев Игорь|Igor Shchegolev
ru Аркадий Ротенберг|Arkady Rotenberg
ru Наталья Поклонская|Natalia Poklonskaya
el Νικόλαος Παππάς|Nikolaos Pappas
el Γεώργιος Χατζής|Georgios Chatzis
he משה כהן|Moshe Cohen
he דוד לוי|David Levi
he יוסף ברק|Yosef Barak
`

export type Transliterated = { language: string; typed: string; listed: string }

export const TRANSLITERATED: readonly Transliterated[] = PAIRS.trim()
  .split('\n')
  .map((line) => {
    const [language = '', ...rest] = line.split(' ')
    const [typed = '', listed = ''] = rest.join(' ').split('|')
    return { language, typed, listed }
  })
