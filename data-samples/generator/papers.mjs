/** The papers of the story: what its PDF files, tables and letters say. */
export const billOfLading = {
  title: 'Bill of lading BH-447',
  author: 'Lanlu Shipping',
  text: 'BILL OF LADING  BH-447\nShipper\tLanlu Shipping, Shenzhen\nConsignee\tGarça Azul Navegação Lda., Lisbon\nNotify\tOsprey Spare Parts Ltd., Limassol\nVessel\tBlue Heron, voyage 12\nPort of loading\tShenzhen\nPort of discharge\tRotterdam\n\nContainer\tSeal\tPackages\tWeight kg\nVMTU4471902\t8801\t12 pallets\t18,240\nVMTU4471917\t8802\t20 pallets\t16,900\nVMTU4471938\t8803\t18 pallets\t17,655\n\nSaid to contain spare parts for marine engines: gaskets, bearings, pump seals. Shipped on board in apparent good order and condition. Freight prepaid in three instalments.\n\nShenzhen, 12 March 2023\n\nFor the carrier: Chen Wei',
};

export const papers = {
  'bill of lading.pdf': billOfLading,
  '合同.docx': {
    title: '合同',
    author: '陈伟',
    text: '合同\n甲方:蓝鹭航运。乙方:Garça Azul Navegação Lda.\n集装箱号码\tVMTU4471902\n付款\t48000 USD\n余款在鹿特丹交付。',
  },
  'invoice 447.pdf': {
    title: 'Invoice 447',
    author: 'Samir Haddad',
    text: 'INVOICE 447\nSamir Haddad, storage and handling\nto Garça Azul Navegação Lda., attention Ana Moreira\n\nItem\tNights\tEUR\nWarehouse seven\t6\t18,000\nNight shift, four men\t1\t12,000\nDiscretion\t\t20,000\nTotal\t\t50,000\n\nCash only. Sunday after midnight. No transfer, no receipt.',
  },
  'Quittung.pdf': {
    title: 'Quittung',
    author: 'Jürgen Weiß',
    text: 'QUITTUNG\nHafenlager Weiß GmbH, Halle sieben\n\nFrau Moreira hat am 16. März 2023 drei Schlüssel für Halle sieben erhalten.\nEin vierter Schlüssel bleibt beim Pförtner.\n\nUnterschrift: J. Weiß',
  },
  'manifest.xlsx': {
    title: 'Manifest',
    author: 'Ana Moreira',
    text: 'Container\tSeal\tDeclared\tPallets\nVMTU4471902\t8801\tspare parts\t12\nVMTU4471917\t8802\tspare parts\t20\nVMTU4471938\t8803\tceramic tiles\t18\n',
  },
  'berth request.docx': {
    title: 'Berth request',
    author: 'Ana Moreira',
    text: 'Berth request, Piraeus\nVessel: Blue Heron, 96 metres, draught 6.1 metres.\nArrival: 1 April 2023 in the evening. Departure: before sunrise.\nThe usual place behind the old silo, please, and the usual envelope.',
  },
  'Предложение.docx': {
    title: 'Предложение',
    author: 'Дмитрий Соколов',
    text: 'Предложение\nУважаемая Анна!\nМы ищем надёжного агента в Роттердаме. Груз: запасные части для судовых двигателей, двенадцать контейнеров в год.\nУсловия\tСумма\nАванс\t120 000 евро\nВторая часть\t180 000 евро\nОстаток после разгрузки\t180 000 евро\nОдин контейнер в каждом рейсе не открывается никем. С уважением, Дмитрий Соколов',
  },
  'Счёт 2022-118.pdf': {
    title: 'Счёт 2022-118',
    author: 'Ольга Белова',
    text: 'Счёт 2022-118\nКомпания «Оспри», Лимасол\nПолучатель: Garça Azul Navegação Lda.\n\nНазвание\tСумма\nАвансовый платёж\t120000\nКомиссия банка\t600\nИтого\t120600\n\nПожалуйста, не указывайте название судна в платеже.\nБухгалтер Ольга Белова',
  },
  'Опись груза.xlsx': {
    title: 'Опись груза',
    author: 'Ольга Белова',
    text: 'Место\tОписание\tКоличество\n1\tпрокладки\t400\n2\tподшипники\t220\n3\tбез названия\t10\n4\tсм. приложение, только Анне\t0\n',
  },
  'apólice 7741.pdf': {
    title: 'Apólice 7741',
    author: 'Inês Albuquerque',
    text: 'APÓLICE DE SEGURO MARÍTIMO 7741\nSegurado\tGarça Azul Navegação Lda.\nNavio\tBlue Heron\nValor da carga\t250.000 EUR\nVigência\tde 9 de janeiro a 31 de dezembro de 2023\n\nCláusula 1. A seguradora cobre perda e avaria da carga declarada no conhecimento de embarque.\n\nCláusula 2. Não são cobertos contêineres cujo lacre tenha sido rompido antes da chegada, nem mercadorias diferentes das declaradas.\n\nCláusula 3. O segurado comunica no prazo de 24 horas qualquer mudança de rota, de bandeira ou de comandante.\n\nCláusula 4. Em caso de suspeita de contrabando, a apólice fica suspensa até à conclusão do inquérito.\n\n'.concat(
      Array.from(
        { length: 9 },
        (_, n) =>
          `Cláusula ${n + 5}. Disposição geral número ${n + 1}: o prémio é pago por trimestre; a falta de pagamento suspende a cobertura sem aviso, e a cobertura volta com o pagamento, mas não para o tempo entre os dois.\n\n`,
      ).join(''),
      'Lisboa, 9 de janeiro de 2023\nInês Albuquerque, Atlas Seguros',
    ),
  },
  'voyage plan.pdf': {
    title: 'Voyage plan 12',
    author: 'Marek Nowak',
    text: 'VOYAGE PLAN 12, BLUE HERON\nPort\tArrival\tDeparture\nShenzhen\t8 March\t12 March\nColombo\t\tpassed\nPiraeus\t1 April\t2 April\nRotterdam\t19 March\t20 March\n\nThe dates of Rotterdam and Piraeus do not agree with the declared route. The owner wants it so. The transponder is off between 35.1 N 18.0 E and the pilot station.\n\nM. Nowak, master',
  },
  'carta de demissão.docx': {
    title: 'Carta de demissão',
    author: 'Rui Tavares',
    text: 'Carta de demissão\nAna,\ndeixo a Garça Azul no fim de março. Não assino mais papéis que não li, e não recebo dinheiro que não ganhei.\nGuardei cópias de tudo o que passou pela minha mesa desde outubro. Não é uma ameaça. É para poder dormir.\nRui Tavares',
  },
  'sea protest.pdf': {
    title: 'Sea protest',
    author: 'Marek Nowak',
    text: 'SEA PROTEST\nI, Marek Nowak, master of the Blue Heron, declare before the consul in Piraeus:\n\nIn the night of 19 to 20 March 2023 container VMTU4471902 was opened at Rotterdam, outside of customs, by persons whom I do not know. Seal 8801 was cut and replaced. A man with a telephone took pictures from a van.\n\nI was told to log nothing. I log it here.\n\nPiraeus, 2 April 2023\nM. Nowak',
  },
};
