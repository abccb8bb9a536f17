/** Long and dull texts that real cases are full of, made from a few words. */
const services = ['sshd', 'cron', 'dhcp', 'mailer', 'backup', 'usb-monitor', 'kernel', 'printd', 'vpn'];
const verbs = [
  'started',
  'stopped',
  'accepted connection from',
  'refused connection from',
  'renewed lease of',
  'retried',
  'timed out on',
];
const hosts = ['heron', 'osprey', 'ibis', 'warehouse7', 'gateway', 'printer-2', 'nas'];

/** A system log of about `bytes` bytes. The last line holds a word that is nowhere else. */
export function systemLog(random, bytes) {
  const lines = [];
  let size = 0;
  for (let n = 0; size < bytes; n++) {
    const time = new Date(Date.UTC(2023, 2, 1) + n * 37_000).toISOString();
    const line = `${time} ${random.pick(hosts)} ${random.pick(services)}: ${random.pick(verbs)} ${random.pick(hosts)}`;
    lines.push(line);
    size += line.length + 1;
  }
  lines.push('2023-04-05T00:00:00.000Z heron usb-monitor: mounted volume KINGFISHER serial 0xC0FFEE4471');
  return `${lines.join('\n')}\n`;
}

const parts = [
  'gasket',
  'bearing',
  'hydraulic hose',
  'pump seal',
  'turbine blade',
  'filter',
  'shaft coupling',
  'valve',
];

export function invoice(random, number) {
  const rows = Array.from({ length: 3 + random.below(5) }, () => {
    const count = 1 + random.below(40);
    const price = 10 + random.below(900);
    return { name: random.pick(parts), count, price, sum: count * price };
  });
  const total = rows.reduce((sum, row) => sum + row.sum, 0);
  const lines = rows.map((row) => `${row.count} x ${row.name}\tat ${row.price}\t${row.sum}`);
  return {
    total,
    text: `INVOICE ${number}\nOsprey Spare Parts Ltd., Limassol\nto Garça Azul Navegação Lda.\n\n${lines.join('\n')}\n\nTotal EUR ${total}\nPayable within 14 days.`,
  };
}
