//! What the games offer, as JSON.

use arena_games::{EvaluationInfo, GameId, OptionInfo, OptionKind};
use serde_json::{Value, json};

/// Returns the games: names, sides, options, evaluations with their weights, and the features of expressions.
#[must_use]
pub fn games() -> Value {
    GameId::ALL.iter().map(|game| (game.name().to_owned(), described(*game))).collect::<serde_json::Map<_, _>>().into()
}

fn described(game: GameId) -> Value {
    let info = game.info();
    let named = |name, about| json!({ "name": name, "about": about });
    json!({
        "title": info.title,
        "about": info.about,
        "sides": info.sides.into_array(),
        "options": info.options.iter().map(option).collect::<Vec<_>>(),
        "evaluations": game.evaluations().iter().map(evaluation).collect::<Vec<_>>(),
        "features": game.features().iter().map(|feature| named(feature.name, feature.about)).collect::<Vec<_>>(),
    })
}

fn option(option: &OptionInfo) -> Value {
    let mut json = match option.kind {
        OptionKind::Integer { min, max, default } => json!({ "min": min, "max": max, "default": default }),
        OptionKind::Boolean { default } => json!({ "default": default }),
        OptionKind::Choice { names, default } => json!({ "names": names, "default": default }),
        OptionKind::Tree { default } => {
            json!({ "default": serde_json::from_str::<Value>(default).expect("the default tree is JSON") })
        }
    };
    json["name"] = option.name.into();
    json["about"] = option.about.into();
    json
}

fn evaluation(evaluation: &EvaluationInfo) -> Value {
    let weight = |weight: &arena_games::WeightInfo| json!({ "name": weight.name, "about": weight.about, "default": weight.default });
    json!({
        "name": evaluation.name,
        "about": evaluation.about,
        "weights": evaluation.weights.iter().map(weight).collect::<Vec<_>>(),
    })
}
