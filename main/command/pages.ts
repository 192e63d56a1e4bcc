/** Help, manual page and shell completion of `tripkit`, made from the table of commands. */

import {
  type CommandName,
  commandNames,
  commonOptions,
  type OptionSpec,
  optionsOf,
  specOf,
} from './commands.ts';

/** `aside` is between two processes of ours. */
const isShown = ([name]: [string, OptionSpec]) => name !== 'aside';
const flag = (name: string, { value }: OptionSpec) => `--${name}${value === undefined ? '' : ` ${value}`}`;
const SHELLS = ['bash', 'zsh'] as const;
export type Shell = (typeof SHELLS)[number];

/** All commands, one form a line. */
export function overview(): string {
  const lines = commandNames.flatMap((name) => [...formsOf(name), `    ${specOf(name).about}`]);
  return [
    ...lines,
    '',
    'Every command takes --json, --quiet and --help. “tripkit help COMMAND” explains one, “tripkit --version” names the version.',
    'TRIPKIT_PROFILE and TRIPKIT_IDENTITY stand in for --profile and --identity. The passphrase comes from --passphrase-file or',
    'the environment variable TRIPKIT_PASSPHRASE.',
  ].join('\n');
}

/** One command with its options and exit codes. */
export function helpOf(name: CommandName): string {
  const options = Object.entries(optionsOf(name)).filter(isShown);
  const width = Math.max(...options.map(([option, spec]) => flag(option, spec).length)) + 2;
  return [
    ...formsOf(name),
    `    ${specOf(name).about}`,
    '',
    ...options.map(([option, spec]) => `  ${flag(option, spec).padEnd(width)}${aboutOf(spec)}`),
    '',
    `Exit: ${specOf(name).exits}.`,
  ].join('\n');
}

/** The manual page (man-pages(7)). @param date YYYY-MM-DD */
export function manualPage(version: string, date: string): string {
  const part = (title: string, ...lines: string[]) => [`.SH ${title}`, ...lines];
  return [
    `.TH TRIPKIT 1 "${date}" "Trip Kit Desktop ${version}" "User Commands"`,
    ...part('NAME', 'tripkit \\- request, fetch and check trip kits without a window'),
    ...part(
      'SYNOPSIS',
      ...commandNames.flatMap((name) => formsOf(name).flatMap((form) => [roff(form), '.br'])),
    ),
    ...part(
      'COMMANDS',
      ...commandNames.flatMap((name) => [
        '.TP',
        `.B ${roff(name)}`,
        `${roff(specOf(name).about)}. Exit: ${roff(specOf(name).exits)}.`,
        ...Object.entries(specOf(name).options)
          .filter(isShown)
          .flatMap(([option, spec]) => ['.br', roff(`${flag(option, spec)}: ${aboutOf(spec)}.`)]),
      ]),
    ),
    ...part(
      'OPTIONS OF EVERY COMMAND',
      ...Object.entries(commonOptions).flatMap(([option, spec]) => [
        '.TP',
        `.B ${roff(flag(option, spec))}`,
        roff(spec.about),
      ]),
    ),
    ...part('ENVIRONMENT', roff('TRIPKIT_PROFILE, TRIPKIT_IDENTITY, TRIPKIT_PASSPHRASE')),
    '',
  ].join('\n');
}

/** Whether there is a completion for this shell. */
export function isShell(name: string): name is Shell {
  return (SHELLS as readonly string[]).includes(name);
}

/** A script for a shell that completes commands, options and file names. */
export function completion(shell: Shell): string {
  const first = [...new Set(commandNames.map((name) => name.split(' ')[0] ?? ''))].join(' ');
  const second = commandNames.flatMap((name) => {
    const [word, verb] = name.split(' ');
    return verb === undefined ? [] : [[word ?? '', verb] as const];
  });
  const flags = (name: CommandName) =>
    Object.entries(optionsOf(name))
      .filter(isShown)
      .map(([option]) => `--${option}`)
      .join(' ');
  const cases = commandNames.map((name) => `    ${name.split(' ')[0]}) options="${flags(name)}" ;;`);
  const verbs = second.map(([word, verb]) => `    ${word}) words="${verb}" ;;`);
  const script = [
    '_tripkit() {',
    `  local word="\${COMP_WORDS[COMP_CWORD]}" options="" words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${first} help --version" -- "$word"))`,
    '    return',
    '  fi',
    `  case "\${COMP_WORDS[1]}" in`,
    ...verbs,
    '  esac',
    `  case "\${COMP_WORDS[1]}" in`,
    ...cases,
    '  esac',
    '  case "$word" in',
    '    -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;',
    '    *) COMPREPLY=($(compgen -W "$words" -- "$word") $(compgen -f -- "$word")) ;;',
    '  esac',
    '}',
    'complete -o filenames -F _tripkit tripkit',
    '',
  ];
  // zsh runs completions of bash by bashcompinit (zshcompsys(1)).
  return [...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []), ...script].join('\n');
}

function formsOf(name: CommandName): string[] {
  return specOf(name).synopsis.map((form) => `tripkit ${name} ${form}`.trimEnd());
}

function aboutOf({ about, variable }: OptionSpec): string {
  return variable === undefined ? about : `${about}; else ${variable} is used`;
}

/** Text of a manual page: hyphens that can be copied, no line that begins with a command (groff_char(7)). */
function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/, '\\&$&');
}
