// The tab that watches runs: the list of those in the folder, and one of them with its games. Where nothing can be compared, without a
// server or the module, it has the map of all measured rule sets, too.

import { get } from './api.js';
import { Atlas } from './atlas.js';
import { h, redraw, table } from './dom.js';
import { canPlay, isExport } from './local.js';
import { address } from './route.js';
import { Run, reportLink } from './run.js';
import { language, t, word } from './words.js';

const refresh = 5000;  // milliseconds

export class Watch {
  constructor() {
    this.folders = h('section', {});
    this.atlas = canPlay ? null : new Atlas();
    this.list = h('div', {}, this.folders, this.atlas?.element ?? h('p', {}, h('a', { href: address('compare', { atlas: 1 }) }, t('atlas_link'))));
    this.run = new Run();
    this.element = h('div', { class: 'watch' });
  }

  async open(parameters) {
    this.close();
    if (!isExport) this.timer = setInterval(() => this.refresh(), refresh);
    const name = parameters.get('run');
    this.shown = name ? this.run : this.list;
    this.element.replaceChildren(name ? this.run.element : this.list);
    if (name) await this.run.open(name, parameters.get('game'));
    else await Promise.all([this.refresh(), this.atlas?.open()]);
  }

  close() {
    clearInterval(this.timer);
    this.run.close();
  }

  async refresh() {
    if (document.hidden || this.asking) return;
    this.asking = true;
    try {
      if (this.shown === this.run) await this.run.refresh();
      else await this.refreshList();
    } finally {
      this.asking = false;
    }
  }

  async refreshList() {
    try {
      const answer = await get('/folders'), text = JSON.stringify(answer);
      if (text !== this.seen) this.drawFolders(answer);
      this.seen = text;
    } catch (error) {
      this.folders.replaceChildren(h('p', { class: 'problem' }, error.message));
    }
  }

  drawFolders({ folder, folders }) {
    const time = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeStyle: 'short' });
    const scrolled = this.folders.querySelector('.runs')?.scrollTop ?? 0;
    redraw(this.folders, h('h2', {}, t('runs')), h('p', { class: 'quiet' }, isExport ? t('runs_exported') : t('runs_in', { folder })),
      folders.length === 0 ? h('p', {}, t('no_runs')) : table(t('runs'), [t('run'), t('kind'), t('changed'), t('report')],
        folders.map(({ name, kind, report, changed, running }) => [
          h('a', { href: address('watch', { run: name }), 'data-focus': 'run ' + name }, name), word(kind),
          running ? h('span', { class: 'running' }, t('running')) : time.format(new Date(1000 * changed)),
          report ? reportLink(report, name) : '']), 'runs'));
    const box = this.folders.querySelector('.runs');
    if (box) box.scrollTop = scrolled;
  }
}
