// Who this is, as the signed cookie says. The first answer brings the cookie along, so
// nothing that needs it may go out before `known`.

import { forgetAll } from './memory';
import { api, ApiError } from './wire/api';

class Person {
  name = $state('');
  known = $state(false);
  problem = $state<ApiError | null>(null);

  #loading: Promise<void> | null = null;

  /** Ask who this is, once however many want to know: two answers without a cookie are two people. */
  load(): Promise<void> {
    if (this.known) return Promise.resolve();
    this.#loading ??= this.#ask().finally(() => (this.#loading = null));
    return this.#loading;
  }

  async #ask(): Promise<void> {
    try {
      this.name = (await api.me()).name;
      this.known = true;
      this.problem = null;
    } catch (error) {
      this.problem = error instanceof ApiError ? error : new ApiError('no_answer', String(error));
    }
  }

  /** Everything about this person is deleted: be somebody new when somebody is needed again. */
  async forget(): Promise<void> {
    await api.deleteMe((await api.account()).passkeys.length ? await this.#proof() : null);
    forgetAll();
    this.name = '';
    this.known = false;
  }

  /** A passkey says that it is not somebody else at their device, who has the cookie alone. */
  async #proof(): Promise<string> {
    const { showPasskey } = await import('./account/passkey');
    const { ticket, options } = await api.askWho(true);
    return (await api.signIn(ticket, await showPasskey(options))).proof;
  }

  /** Somebody has signed in or out: ask once more. */
  again(): Promise<void> {
    this.known = false;
    return this.load();
  }

  async rename(name: string): Promise<void> {
    const wanted = name.trim();
    if (wanted && wanted !== this.name) this.name = (await api.callMe({ name: wanted })).name;
  }
}

export const me = new Person();
