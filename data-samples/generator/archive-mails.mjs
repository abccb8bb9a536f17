/** The older mailbox: how it all began, from October to April. Attachments are named here and lie in `attachments.mjs`. */
const ana = 'Ana Moreira <ana@garca-azul.example>';
const rui = 'Rui Tavares <rui@garca-azul.example>';
const dmitri = 'Dmitri Sokolov <dmitri@osprey.example>';
const nikos = 'Nikos Papadakis <nikos@piraeus-agents.example>';
const juergen = 'Jürgen Weiß <juergen@hafenlager.example>';
const chen = 'Chen Wei <chen@lanlu.example>';
const captain = 'Marek Nowak <master@blue-heron.example>';
const olga = 'Ольга Белова <olga@osprey.example>';

/** The mail that hangs on another as a file. */
const route = {
  from: captain,
  to: ['dmitri@osprey.example'],
  subject: 'Voyage 12',
  date: '2023-02-05T21:10:00+02:00',
  text: 'Mr Sokolov,\n\nthe plan is attached as you asked for it. It will not survive a look at the calendar. I want that in writing: it was your idea.\n\nM. Nowak, master of the Blue Heron',
  attachments: ['voyage plan.pdf'],
};

export const archiveMails = [
  {
    from: nikos,
    to: [ana],
    subject: 'Your berth in December',
    date: '2022-10-04T09:40:00+03:00',
    text: 'Dear Ana,\n\nthere is room for the Grey Osprey from the 13th. The harbour fee went up again, the other fee did not. Bring a coat, it is windy behind the silo.\n\nNikos',
    attachments: [],
  },
  {
    from: dmitri,
    to: [ana],
    subject: 'Предложение / a proposal',
    date: '2022-10-17T11:03:27+03:00',
    text: 'Анна, добрый день!\n\nНас познакомил Никос. Посмотрите приложение и ответьте не с рабочего адреса.\n\nYou will see that we pay well for an agent who does not open boxes.\n\nДмитрий',
    attachments: ['Предложение.docx'],
  },
  {
    from: ana,
    to: [rui],
    subject: 'Proposta de Limassol',
    date: '2022-10-18T08:15:00+01:00',
    text: 'Rui,\n\nchegou uma proposta de Chipre: doze contêineres por ano, peças de reposição, pagamento adiantado. Com isso pagamos o empréstimo do Blue Heron até ao verão.\n\nDiz-me o que achas antes de quinta-feira.\n\nAna',
    attachments: [],
  },
  {
    from: rui,
    to: [ana],
    subject: 'Re: Proposta de Limassol',
    date: '2022-10-18T12:47:00+01:00',
    text: 'Ana,\n\nninguém paga 480 mil por peças de motor. Pergunta-lhe o que vai no contêiner que ninguém abre.\n\nRui\n\n> Diz-me o que achas antes de quinta-feira.',
    attachments: [],
  },
  {
    from: olga,
    to: [dmitri],
    cc: [ana],
    subject: 'Счёт 2022-118',
    date: '2022-11-21T16:30:00+03:00',
    text: 'Дмитрий Андреевич,\n\nсчёт и опись во вложении. Деньги ушли в пятницу двумя платежами, чтобы банк не спрашивал. Анне отправила копию.\n\nОльга',
    attachments: ['Счёт 2022-118.pdf', 'Опись груза.xlsx'],
  },
  {
    from: juergen,
    to: [ana, nikos],
    subject: 'Weihnachtsfeier in Halle 7',
    date: '2022-12-17T10:05:00+01:00',
    text: 'Liebe Freunde,\n\nschön war es gestern. Ein Bild zur Erinnerung, mit meinem neuen Telefon gemacht: es sieht auch im Dunkeln gut.\n\nFrohes Fest, Jürgen',
    html: '<html><body style="font-family:Georgia,serif;color:#2a2118"><h2 style="color:#2f5b3c">Weihnachtsfeier in Halle 7</h2><p>Liebe Freunde,</p><p>schön war es gestern. Ein Bild zur Erinnerung, mit meinem neuen Telefon gemacht: <b>es sieht auch im Dunkeln gut.</b></p><p><img src="cid:party@hafenlager.example" width="480" alt=""></p><p>Frohes Fest, Jürgen</p></body></html>',
    inline: { id: 'party@hafenlager.example', name: 'Weihnachtsfeier.jpg' },
    attachments: ['Weihnachtsfeier.jpg'],
  },
  {
    from: 'Inês Albuquerque <ines@atlas-seguros.example>',
    to: [ana],
    cc: [rui],
    subject: 'Apólice do Blue Heron',
    date: '2023-01-09T15:00:00Z',
    text: 'Estimada Dra. Ana Moreira,\n\nsegue a apólice 7741. Chamo a atenção para a cláusula 2: se o lacre de um contêiner for rompido antes da chegada, não há cobertura.\n\nCom os melhores cumprimentos,\nInês Albuquerque\nAtlas Seguros',
    attachments: ['apólice 7741.pdf'],
  },
  {
    from: dmitri,
    to: [ana],
    subject: 'Fwd: Voyage 12',
    date: '2023-02-06T10:22:00+02:00',
    text: 'The captain writes too much. Read it and delete it. We look for another one after this voyage.\n\nD.',
    attachments: [],
    attachedMail: route,
  },
  {
    from: rui,
    to: [ana],
    subject: 'A minha saída',
    date: '2023-02-13T19:58:00Z',
    text: 'Ana,\n\na carta vai em anexo. Conheço-te há vinte anos e já não te conheço.\n\nRui',
    attachments: ['carta de demissão.docx'],
  },
  {
    from: ana,
    to: [nikos],
    subject: 'Papers for Piraeus',
    date: '2023-02-20T09:12:00Z',
    text: 'Nikos,\n\neverything in one file: bill, request, seals, a picture of the door. The bill is dated ahead, do not show it before the 12th.\n\nAna',
    attachments: ['papers for Piraeus.zip'],
  },
  {
    from: 'Port Weekly <news@port-weekly.example>',
    to: [ana],
    subject: 'Port Weekly 9: scanners arrive in Rotterdam',
    date: '2023-03-01T05:00:00Z',
    text: 'New scanners for containers arrive in May. Until then every fiftieth box is opened by hand. Freight rates: Asia to Europe 1,420 USD.',
    html: '<html><body><table width="560" cellpadding="8" style="font-family:sans-serif"><tr><td bgcolor="#1f4f6d" style="color:#ffffff"><h1>Port Weekly 9</h1></td></tr><tr><td><h3>Scanners arrive in May</h3><p>Until then every <b>fiftieth</b> box is opened by hand.</p><table border="1" cellpadding="6"><tr><th>Route</th><th>USD a box</th></tr><tr><td>Asia to Europe</td><td>1,420</td></tr><tr><td>Europe to Santos</td><td>910</td></tr></table><p><a href="http://port-weekly.example/unsubscribe">Unsubscribe</a></p><img src="http://port-weekly.example/seen.gif?reader=ana" width="1" height="1"></td></tr></table></body></html>',
    attachments: [],
  },
  {
    from: chen,
    to: [ana],
    cc: [dmitri],
    subject: 'Pictures of the loading',
    date: '2023-03-11T18:02:00+08:00',
    text: 'Dear Ana,\n\nbox VMTU4471902 is in the second row, you can read its number in the first picture. Seal 8801 is on. 一路顺风。\n\nChen',
    attachments: ['loading 1.jpg', 'loading 2.jpg'],
  },
  {
    from: captain,
    to: [ana],
    cc: [dmitri],
    subject: 'Sea protest',
    date: '2023-04-02T14:35:00+03:00',
    text: 'Ms Moreira,\n\nwhat happened at Rotterdam is in the attached protest, which the consul has. The man with the telephone stood beside a blue van. I leave the ship here.\n\nM. Nowak',
    attachments: ['sea protest.pdf'],
  },
];

/** Ana and Rui, over three months. */
export const ruiChat = [
  ['2023-01-12T08:01:10Z', 'Ana', 'bom dia! o seguro já chegou, cláusula 2 é um problema'],
  ['2023-01-12T08:03:44Z', 'Rui', 'então não rompam o lacre 🙂'],
  ['2023-01-12T08:04:02Z', 'Ana', '🙃'],
  ['2023-01-27T21:15:30Z', 'Rui', 'quem é o Samir e porque é que lhe pagamos em dinheiro?'],
  ['2023-01-27T21:40:01Z', 'Ana', 'armazém. não faças perguntas por aqui'],
  ['2023-02-10T15:17:20Z', 'Ana', 'olha onde estou', 'IMG_4402.jpg'],
  ['2023-02-10T15:19:05Z', 'Rui', 'isso é o armazém sete? parece abandonado'],
  ['2023-02-10T15:19:59Z', 'Ana', 'é esse o objetivo'],
  ['2023-02-13T20:05:00Z', 'Rui', 'mandei-te a carta. lê sozinha'],
  ['2023-02-13T22:48:12Z', 'Ana', 'li. fica até ao fim de março, por favor'],
  [
    '2023-03-15T10:30:00Z',
    'Rui',
    'o Jürgen perguntou-me quando chega o Blue Heron. porque é que ele não te pergunta a ti?',
  ],
  ['2023-03-15T10:34:00Z', 'Ana', 'ele anda estranho desde o Natal'],
  ['2023-03-25T07:02:00Z', 'Ana', 'alguém sabe. 250 mil até sexta'],
  ['2023-03-25T07:05:13Z', 'Rui', 'não fui eu. vê com que telefone foram tiradas as fotografias'],
  ['2023-03-25T07:06:40Z', 'Ana', 'como é que se vê isso?'],
  ['2023-04-04T20:11:00Z', 'Rui', 'vou falar com a polícia. desculpa'],
];
