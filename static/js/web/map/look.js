/** The patterns, signs and shapes of the map: printed by manage.py declare_look. */
/** Pixels after which a pattern comes again. */
export const PERIOD = 12;
/** @type {ArmyPattern[]} */
export const PATTERNS = [
  {"width": 2, "lines": [[-2, -2, 14, 14]], "dots": [], "rings": []},
  {"width": 2, "lines": [[-2, 14, 14, -2]], "dots": [], "rings": []},
  {"width": 0, "lines": [], "dots": [[3, 3, 2], [9, 3, 2], [3, 9, 2], [9, 9, 2]], "rings": []},
  {"width": 1.5, "lines": [[0, 3.5, 12, 3.5], [0, 9.5, 12, 9.5]], "dots": [], "rings": []},
  {"width": 1.5, "lines": [[3.5, 0, 3.5, 12], [9.5, 0, 9.5, 12]], "dots": [], "rings": []},
  {"width": 1.8, "lines": [[2, 6, 10, 6], [6, 2, 6, 10]], "dots": [], "rings": []},
  {"width": 1.8, "lines": [[0, 8.5, 3, 3.5], [3, 3.5, 6, 8.5], [6, 8.5, 9, 3.5], [9, 3.5, 12, 8.5]], "dots": [], "rings": []},
  {"width": 1.6, "lines": [], "dots": [], "rings": [[6, 6, 3.6]]},
];
/** Paths in the box of a shield, filled even-odd. */
export const SIGNS = [
  "M-10-12h20v5h-20zM-10-3h20v5h-20z",
  "M-11-12l4-3 7 8 7-8 4 3-7.5 8.5L11 5 7 8 0 .5-7 8l-4-3 7.5-8.5z",
  "M0-15L12-2 8 2 0-7-8 2l-4-4zM0-3L12 10 8 13 0 5l-8 8-4-3z",
  "M0-15L11 0 0 15-11 0z",
  "M-3-15h6v10h10v6H3v13h-6V1h-10v-6h10z",
  "M0-12A11 11 0 1 1 0 10 11 11 0 1 1 0-12zm0 6a5 5 0 1 0 0 10A5 5 0 1 0 0-6z",
  "M0-15l3.5 9H13L5.5 0 8.5 10 0 4l-8.5 6L-5.5 0-13-6h9.5z",
  "M-11-14h11v10h11V6H0v12c-6-3-11-7-11-13z",
];
/** How far below 0 the middle of each sign lies. */
export const SIGN_MIDDLES = [-5, -3.5, -1, 0, -0.5, -1, -2.5, 2];
export const SHAPES = {
  standard: "M-.88,-1L.88,-1Q1,-1,1,-.89L1,.22C1,.66,.5,.86,0,1C-.5,.86,-1,.66,-1,.22L-1,-.89Q-1,-1,-.88,-1Z",
  shield: "M-17,-21H17V4C17,14 8,20 0,24C-8,20 -17,14 -17,4Z",
  rampart: "M-20,31h7v-5h7v5h12v-5h7v5h7",
  trench: "M-20,36l5,-3 5,3 5,-3 5,3 5,-3 5,3 5,-3 5,3",
  pin: "M0,9C-3,4 -8,1 -8,-5A8,8 0 0 1 8,-5C8,1 3,4 0,9Z",
  swords: "M-7,-7L6,6M7,-7L-6,6M2.2,6.6L6.6,2.2M-2.2,6.6L-6.6,2.2",
};
