//! Prints the two tables.

use crate::callgrind::Counts;
use crate::measure::Figures;
use crate::rows::Row;

/// The width of the first column.
const NAME: usize = 24;

/// The name, or its end if it is too long.
fn name(row: &Row<'_>) -> String {
    let length = row.name.chars().count();
    if length <= NAME {
        return row.name.clone();
    }
    let end: String = row.name.chars().skip(length - (NAME - 1)).collect();
    format!("…{end}")
}

/// Calls `print` with the rows in order, and with the total of the bench's own modules after the last of these.
fn with_total<T: Copy + Default>(
    rows: &[Row<'_>],
    values: &[T],
    add: impl Fn(&mut T, &T),
    mut print: impl FnMut(&str, usize, &T),
) {
    let mut total = T::default();
    let count = rows.iter().take_while(|row| row.in_total).count();
    for (index, (row, value)) in rows.iter().zip(values).enumerate() {
        if index == count {
            print("all, each in a loop", count, &total);
        }
        if row.in_total {
            add(&mut total, value);
        }
        print(&name(row), row.shaders.len(), value);
    }
}

pub fn print_times(rows: &[Row<'_>], figures: &[[Figures; 2]]) {
    println!(
        "\n{:<NAME$} {:>17} {:>17} {:>17} {:>17} {:>7}",
        "", "ns an instruction", "allocations an i.", "instructions", "words", "naga's"
    );
    println!(
        "{:<NAME$} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7}",
        "a pass", "ours", "naga's", "ours", "naga's", "ours", "naga's", "ours", "naga's", "/ ours"
    );
    let each = |value: f64, figures: &Figures| value / figures.instructions as f64;
    with_total(rows, figures, add_figures, |name, _, [ours, nagas]| {
        println!(
            "{name:<NAME$} {:>8.1} {:>8.1} {:>8.2} {:>8.2} {:>8} {:>8} {:>8} {:>8} {:>7.2}",
            each(ours.seconds * 1e9, ours),
            each(nagas.seconds * 1e9, nagas),
            each(ours.allocations as f64, ours),
            each(nagas.allocations as f64, nagas),
            ours.instructions,
            nagas.instructions,
            ours.words,
            nagas.words,
            nagas.seconds / ours.seconds,
        );
    });
}

/// A row of the second table: machine counts, and the figures with the instructions written.
type Counted = [(Counts, Figures); 2];

pub fn print_counts(rows: &[Row<'_>], figures: &[[Figures; 2]], counts: &[[Counts; 2]]) {
    println!(
        "\n{:<NAME$} {:>7} {:>39} {:>35} {:>15}",
        "", "", "machine instructions", "mispredictions, modelled", "naga's / ours"
    );
    println!(
        "{:<NAME$} {:>7} {:>21} {:>17} {:>17} {:>17} {:>7} {:>7}",
        "", "", "a module", "an instruction", "a module", "an instruction", "machine", "mis-"
    );
    println!(
        "{:<NAME$} {:>7} {:>10} {:>10} {:>8} {:>8} {:>8} {:>8} {:>8} {:>8} {:>7} {:>7}",
        "a pass", "modules", "ours", "naga's", "ours", "naga's", "ours", "naga's", "ours", "naga's", "instr.", "pred."
    );
    let values: Vec<Counted> = counts
        .iter()
        .zip(figures)
        .map(|([ours, nagas], [our_figures, naga_figures])| [(*ours, *our_figures), (*nagas, *naga_figures)])
        .collect();
    let add = |total: &mut Counted, other: &Counted| {
        for (total, other) in total.iter_mut().zip(other) {
            total.0.add(&other.0);
            total.1.add(&other.1);
        }
    };
    with_total(rows, &values, add, |name, modules, sides| {
        let machine = sides.map(|(counts, _)| counts.machine_instructions);
        let missed = sides.map(|(counts, _)| counts.mispredictions);
        let instructions = sides.map(|(_, figures)| figures.instructions as f64);
        let modules_written = modules as f64;
        println!(
            "{name:<NAME$} {modules:>7} {:>10.0} {:>10.0} {:>8.1} {:>8.1} {:>8.1} {:>8.1} {:>8.3} {:>8.3} {:>7.2} {:>7.2}",
            machine[0] / modules_written,
            machine[1] / modules_written,
            machine[0] / instructions[0],
            machine[1] / instructions[1],
            missed[0] / modules_written,
            missed[1] / modules_written,
            missed[0] / instructions[0],
            missed[1] / instructions[1],
            machine[1] / machine[0],
            missed[1] / missed[0],
        );
    });
    println!();
}

fn add_figures(total: &mut [Figures; 2], other: &[Figures; 2]) {
    for (total, other) in total.iter_mut().zip(other) {
        total.add(other);
    }
}
