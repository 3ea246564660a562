// A lesson as it goes on: the scene and the step, what is right, and what the table tells then.

import { tick } from 'svelte';
import { still } from '../motion';
import { Playback, refusal } from '../wire/playback';
import { Table } from '../wire/table.svelte';
import { t } from '../words/words.svelte';
import type { Lesson as Script, LessonScene, LessonStep, MakeMove, ToClient } from '../wire/types';

const BETWEEN = 900; // milliseconds before the others move
const LONGEST = 3_000; // what is shown for longer than this is looked at, with the next text beside it

export class Lesson {
  readonly script: Script;
  scene = $state(0);
  step = $state(0);
  table = $state.raw<Table | null>(null);
  /** What was said to the last move that was not the one. */
  answer = $state('');
  /** The last entry that follows from the steps so far. */
  #told = $state(0);
  /** It has been shown for so long that the next text may stand beside it. */
  #patient = $state(false);
  #patience: ReturnType<typeof setTimeout> | undefined;
  #socket: Playback | null = null;
  #waiting: ReturnType<typeof setTimeout>[] = [];

  constructor(script: Script, scene: number) {
    this.script = script;
    this.#open(scene < script.scenes.length ? scene : 0);
  }

  get over(): boolean {
    return this.scene >= this.script.scenes.length;
  }
  get current(): LessonScene | undefined {
    return this.script.scenes[this.scene];
  }
  get now(): LessonStep | undefined {
    return this.current?.steps[this.step];
  }
  /** Whether the table stands where the text of this step is about. */
  get settled(): boolean {
    const { table } = this;
    return table !== null && (table.seq >= this.#told || (table.showing >= this.#told && this.#patient));
  }
  /** Steps done and steps in all, over the whole lesson. */
  get progress(): [number, number] {
    const steps = this.script.scenes.map((scene) => scene.steps.length);
    const before = steps.slice(0, this.scene).reduce((sum, count) => sum + count, 0);
    return [before + this.step, steps.reduce((sum, count) => sum + count, 0)];
  }

  /** After something to read: the next step, or the next scene. */
  goOn(): void {
    if (this.now && this.now.right === null) this.#next(this.now);
  }

  /** Make the move for a learner who is stuck. */
  show(): void {
    const right = this.now?.right;
    if (right !== null && right !== undefined && this.settled) void this.table?.move(right);
  }

  /** This scene from its beginning. */
  again(): void {
    this.#open(this.scene);
  }

  /** The scene before this one. */
  back(): void {
    this.#open(Math.max(0, this.scene - 1));
  }

  close(): void {
    this.#waiting.forEach(clearTimeout);
    this.#waiting = [];
    clearTimeout(this.#patience);
    this.table?.close();
    this.table = null;
  }

  #open(scene: number): void {
    this.close();
    this.scene = scene;
    this.step = 0;
    this.answer = '';
    const { current } = this;
    if (!current) return;
    this.#told = current.welcome.seq;
    this.table = new Table(current.welcome.table, () => {
      this.#socket = new Playback(current.welcome, t('learn.notHere'), (command) => this.#judge(command));
      return this.#socket.asSocket();
    });
  }

  #judge({ id, move }: MakeMove): ToClient[] {
    const step = this.now;
    if (!step || step.right === null || !this.settled) return [refusal(id, t('learn.readFirst'))];
    if (move !== step.right) {
      this.answer = step.wrong[move] ?? '';
      void tick().then(this.#forgive);
      return [refusal(id, t('learn.anotherMove'))];
    }
    const [own] = step.news;
    this.#next(step, 1);
    return [{ type: 'accepted', id, seq: own?.seq ?? 0 }, ...(own ? [own] : [])];
  }

  /** The card has come back, and the lesson itself says why: the table asks again. */
  #forgive = async (): Promise<void> => {
    await tick();
    if (this.table) this.table.refused = null;
  };

  /** The step after this one, once the table has told the rest of its news. */
  #next(step: LessonStep, told = 0): void {
    this.answer = '';
    this.#patient = false;
    const last = step.news.at(-1);
    if (last) this.#told = last.seq;
    const pause = still() ? 0 : BETWEEN;
    step.news.slice(told).forEach((news, at) => {
      this.#waiting.push(setTimeout(() => this.#socket?.tell(news), pause * (at + 1)));
    });
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => (this.#patient = true), pause * step.news.length + LONGEST);
    if (this.step + 1 < (this.current?.steps.length ?? 0)) this.step += 1;
    else this.#open(this.scene + 1);
  }
}
