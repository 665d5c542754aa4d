/**
 * The pages as the scripts find them. A template and its script are made for each other, so what a script looks
 * for is there, or the script asks before it uses it: a search gives an element of the tag that its selector ends
 * on. That it is there indeed is for the tests in a browser to show.
 */

/** What a script knows from its template by name, class or id: of any tag. */
interface Part extends HTMLElement, OfForm, OfDialog {}

type OfForm = Pick<
  HTMLInputElement,
  "value" | "checked" | "disabled" | "name" | "type" | "min" | "max" | "select" | "required"
> & { form: HTMLFormElement } &
  Pick<HTMLSelectElement, "options" | "selectedOptions" | "selectedIndex"> &
  Pick<HTMLFormElement, "elements" | "action" | "requestSubmit">;
type OfDialog = Pick<HTMLDialogElement, "open" | "showModal" | "returnValue" | "close"> &
  Pick<HTMLAnchorElement, "hash" | "href"> &
  Pick<HTMLTimeElement, "dateTime"> &
  Pick<HTMLTableElement, "tBodies" | "tHead">;

type Before<S extends string, C extends string> = S extends `${infer A}${C}${string}` ? A : S;
type Last<S extends string> = S extends `${string} ${infer R}` ? Last<R> : S;
type Tag<S extends string> = Before<Before<Before<Before<Last<S>, "[">, ".">, ":">, "#">;
type Found<S extends string> = S extends `${string},${string}`
  ? Part
  : Tag<S> extends keyof HTMLElementTagNameMap
    ? HTMLElementTagNameMap[Tag<S>]
    : Part;

interface ParentNode {
  querySelector<S extends string>(selectors: S): Found<S>;
  querySelectorAll<S extends string>(selectors: S): NodeListOf<Found<S>>;
}

interface Element {
  closest<S extends string>(selectors: S): Found<S>;
}

interface Document {
  readonly activeElement: Part | null;
  getElementById(id: string): Part;
  addEventListener<K extends keyof Heard>(type: K, listener: (event: Heard[K]) => unknown, options?: Listening): void;
}

interface DocumentFragment {
  readonly firstElementChild: HTMLElement;
}

interface HTMLElement {
  readonly firstElementChild: HTMLElement;
  readonly lastElementChild: HTMLElement;
  readonly parentElement: Part;
  cloneNode(deep?: boolean): this;
  addEventListener<K extends keyof Heard>(type: K, listener: (event: Heard[K]) => unknown, options?: Listening): void;
}

interface HTMLCanvasElement {
  getContext(kind: "2d", options?: CanvasRenderingContext2DSettings): CanvasRenderingContext2D;
}

interface OffscreenCanvas {
  getContext(kind: "2d"): OffscreenCanvasRenderingContext2D;
}

/** Fields that a form has by name. */
interface HTMLFormControlsCollection {
  turn: HTMLSelectElement;
  version: HTMLInputElement;
  address: HTMLInputElement;
  key: HTMLInputElement;
  auth: HTMLInputElement;
  name: HTMLInputElement;
}

/** No script reads a file out of a form. */
interface FormData {
  get(name: string): string | null;
}

type Listening = boolean | AddEventListenerOptions;
type On<E> = E & { target: Part };

/** What is listened to on pages, with what it happened to. */
interface Heard {
  click: On<MouseEvent>;
  change: On<Event>;
  input: On<Event>;
  submit: Submitted;
  keydown: On<KeyboardEvent>;
  pointerdown: On<PointerEvent>;
  pointermove: On<PointerEvent>;
  pointerup: On<PointerEvent>;
  pointercancel: On<PointerEvent>;
  live: CustomEvent<void>;
  counted: CustomEvent<void>;
  themechange: CustomEvent<{ night: boolean }>;
  "htmx:configRequest": CustomEvent<{ headers: Record<string, string> }>;
  "htmx:beforeSwap": CustomEvent<HtmxAnswer>;
  "htmx:responseError": CustomEvent<HtmxAnswer>;
  "htmx:sendError": CustomEvent<HtmxAnswer>;
  "htmx:timeout": CustomEvent<HtmxAnswer>;
}

type Submitted = SubmitEvent & { target: HTMLFormElement; submitter: HTMLButtonElement };

interface HtmxAnswer {
  elt?: Element;
  requestConfig?: { elt?: Element };
  xhr: XMLHttpRequest;
  shouldSwap: boolean;
}

interface Window {
  htmx?: { trigger(selector: string, name: string): void };
}

/** What the scripts' own things tell each other. */
interface Told {
  tapped: { at: At | null; piece: Piece | null; byKey?: boolean; chosen?: boolean };
  cursor: { at: At | null };
  closed: Record<string, never>;
  resized: Record<string, never>;
  drawn: Record<string, never>;
  stroke: { kind: "begin" | "move" | "end" | "cancel"; at?: At | null };
  over: { at: At };
  cells: { layer: Layer; cells: Cell[] };
  things: undefined;
  whole: undefined;
  changed: undefined;
  state: undefined;
}

interface EventTarget {
  addEventListener<K extends keyof Told>(type: K, listener: (event: CustomEvent<Told[K]>) => unknown): void;
}

/** What the templates always give the elements that bear it; `data-` of the others may be missing. */
interface DOMStringMap extends Record<Given, string> {}

type Given =
  | "address" | "at" | "away" | "banner" | "beaten" | "cid" | "copied" | "copy" | "count" | "done" | "drop" | "field"
  | "here" | "key" | "left" | "limit" | "live" | "loss" | "now" | "over" | "own" | "page" | "points" | "refused"
  | "rules" | "safe" | "seen" | "sprite" | "table" | "unreachable" | "unread" | "until" | "view" | "writer" | "zoom";
